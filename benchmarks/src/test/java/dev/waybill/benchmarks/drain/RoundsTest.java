package dev.waybill.benchmarks.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.waybill.benchmarks.measure.Progress;
import org.junit.jupiter.api.Test;

class RoundsTest {

  private static final long SECOND = 1_000_000_000;
  private static final int WARM_UP = 100;

  private final Rounds rounds = new Rounds(1_100, WARM_UP);

  @Test
  void comparesWithinARoundAndTakesTheMedianOfTheRounds() {
    add(5, 10);
    // A busy minute, for both.
    add(20, 50);
    add(8, 10);

    assertThat(rounds.ratio("relay_vs_engine", "relay", "engine").value())
        .isCloseTo(0.5, within(0.001));
    assertThat(rounds.complete()).isTrue();
  }

  @Test
  void tellsSpeedsAndTimesOfEach() {
    add(5, 10);

    assertThat(rounds.figures())
        .extracting(figure -> figure.name())
        .contains("relay.rows-per-second.median", "engine.start-to-last");
    assertThat(rounds.figures().get(1).value()).isEqualTo(100);
  }

  @Test
  void isNotCompleteWhenRowsAreMissingOrTooMany() {
    rounds.add("relay", drained(1_099, 5));
    assertThat(rounds.complete()).isFalse();

    Rounds others = new Rounds(1_100, WARM_UP);
    others.add("relay", drained(1_101, 5));
    assertThat(others.complete()).isFalse();
  }

  private void add(int engineSeconds, int relaySeconds) {
    rounds.add("relay", drained(1_100, relaySeconds));
    rounds.add("engine", drained(1_100, engineSeconds));
  }

  private static Progress drained(long rows, int seconds) {
    Progress progress = new Progress(0);
    progress.reached(SECOND, WARM_UP);
    progress.reached(SECOND + seconds * SECOND, rows);
    return progress;
  }
}

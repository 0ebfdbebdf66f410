package dev.waybill.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SpeedsTest {

  private final Speeds speeds = new Speeds();

  @Test
  void comparesWithinARoundAndTakesTheMedianOfTheRounds() {
    round(500, 100);
    // A busy minute, for both.
    round(120, 20);
    round(1_000, 100);

    assertThat(speeds.ratio("one_vs_other", "one", "other").value()).isCloseTo(6, within(0.001));
  }

  @Test
  void namesFiguresAfterWhatIsCounted() {
    round(500, 100);

    assertThat(speeds.figures("one", "effects"))
        .extracting(figure -> figure.name())
        .containsExactly(
            "one.effects-per-second.min",
            "one.effects-per-second.median",
            "one.effects-per-second.max");
  }

  private void round(double one, double other) {
    speeds.add("one", one);
    speeds.add("other", other);
  }
}

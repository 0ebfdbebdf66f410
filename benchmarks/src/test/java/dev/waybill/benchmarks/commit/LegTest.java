package dev.waybill.benchmarks.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.benchmarks.measure.Schedule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LegTest {

  private static final long MILLI = 1_000_000;
  private static final int TOPICS = 2;

  private final Schedule schedule =
      new Schedule(1_000, 10, Duration.ofSeconds(1), Duration.ofSeconds(1));

  @Test
  void countsFromTheIntendedInstantAndLeavesOutTheWarmUp() {
    Leg leg = Leg.of("relay", "visible", schedule, published(schedule.count(), 10 * MILLI));

    assertThat(leg.verdicts().allGood()).isTrue();
    assertThat(leg.remarks()).isEmpty();
    assertThat(leg.intendedToVisible().count()).isEqualTo(10 * TOPICS);
    assertThat(leg.intendedToVisible().millisAt(50)).isBetween(9.9, 10.1);
    assertThat(leg.figures())
        .extracting(figure -> figure.name())
        .contains("relay.10.intended-to-visible.p99", "relay.10.commit-to-visible.p50");
  }

  @Test
  void isIncorrectWhenACopyIsMissingOrRepeated() {
    Times missing = published(schedule.count() - 1, MILLI);
    assertThat(Leg.of("relay", "visible", schedule, missing).verdicts().correct()).isFalse();
    assertThat(Leg.of("relay", "visible", schedule, missing).remarks())
        .anyMatch(remark -> remark.contains("2 copies were never seen"));

    Times repeated = published(schedule.count(), MILLI);
    repeated.visible(3, 1, 5);
    assertThat(Leg.of("relay", "visible", schedule, repeated).verdicts().correct()).isFalse();
  }

  @Test
  void didNotKeepUpWhenCopiesComeLongAfterTheLoad() {
    Leg leg = Leg.of("relay", "visible", schedule, published(schedule.count(), 5_000 * MILLI));

    assertThat(leg.verdicts().correct()).isTrue();
    assertThat(leg.verdicts().keptUp()).isFalse();
    assertThat(leg.verdicts().loadReached()).isFalse();
  }

  private Times published(int count, long delay) {
    Times times = new Times(schedule.count(), TOPICS);
    for (int i = 0; i < count; i++) {
      times.committed(i, schedule.intended(i) + delay / 2);
      for (int topic = 0; topic < TOPICS; topic++) {
        times.visible(i, topic, schedule.intended(i) + delay);
      }
    }
    return times;
  }
}

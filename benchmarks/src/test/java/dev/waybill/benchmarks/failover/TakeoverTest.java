package dev.waybill.benchmarks.failover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.benchmarks.commit.Times;
import dev.waybill.benchmarks.measure.Schedule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TakeoverTest {

  private static final long SECOND = 1_000_000_000;

  private final Schedule schedule = new Schedule(SECOND, 1, Duration.ZERO, Duration.ofSeconds(4));
  private final Times times = new Times(schedule.count(), 1);
  private final Takeover takeover = new Takeover(2 * SECOND + 100, 2 * SECOND + 200);

  @Test
  void doesNotTakeTheKilledOnesLastMessagesForTheSuccessors() {
    times.visible(0, 0, 2 * SECOND + 500);
    times.visible(1, 0, 2 * SECOND + 600);
    times.visible(3, 0, 8 * SECOND + 100);
    times.visible(2, 0, 7 * SECOND + 100);

    assertThat(takeover.seconds(schedule, times)).isEqualTo(5);
  }

  @Test
  void hasNoTimeWhenNobodyTookOver() {
    times.visible(0, 0, 2 * SECOND + 500);

    assertThat(takeover.seconds(schedule, times)).isNaN();
  }
}

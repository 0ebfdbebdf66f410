package dev.waybill.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  @Test
  void spacesWorkEvenlyAndMeasuresAfterTheWarmUp() {
    Schedule schedule = new Schedule(1_000, 300, Duration.ofSeconds(10), Duration.ofSeconds(30));

    assertThat(schedule.count()).isEqualTo(12_000);
    assertThat(schedule.measuredCount()).isEqualTo(9_000);
    assertThat(schedule.isMeasured(2_999)).isFalse();
    assertThat(schedule.isMeasured(3_000)).isTrue();
    assertThat(schedule.intended(0)).isEqualTo(1_000);
    assertThat(schedule.intended(300)).isEqualTo(1_000_001_000);
    assertThat(schedule.intended(11_999)).isEqualTo(schedule.end());
  }

  @Test
  void refusesToMeasureNothing() {
    assertThatThrownBy(() -> new Schedule(0, 0, Duration.ZERO, Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Schedule(0, 1, Duration.ZERO, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

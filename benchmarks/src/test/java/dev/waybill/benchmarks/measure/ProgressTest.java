package dev.waybill.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ProgressTest {

  private static final long SECOND = 1_000_000_000;

  private final Progress progress = new Progress(5 * SECOND);

  @Test
  void leavesOutTheWarmUp() {
    progress.reached(7 * SECOND, 10);
    progress.reached(17 * SECOND, 1_000);
    progress.reached(19 * SECOND, 3_000);
    progress.reached(21 * SECOND, 5_000);

    assertThat(progress.perSecondAfter(1_000)).isEqualTo(1_000);
    assertThat(progress.perSecondAfter(500)).isEqualTo(1_000);
    assertThat(progress.perSecondAfter(3_000)).isEqualTo(1_000);
    assertThat(progress.perSecondAfter(0)).isCloseTo(4_990 / 14.0, within(0.001));
    assertThat(progress.secondsToFirst()).isEqualTo(2);
    assertThat(progress.secondsToLast()).isEqualTo(16);
  }

  @Test
  void doesNotCountAStandstill() {
    progress.reached(6 * SECOND, 10);
    progress.reached(7 * SECOND, 20);
    progress.reached(60 * SECOND, 20);

    assertThat(progress.secondsToLast()).isEqualTo(2);
    assertThat(progress.perSecondAfter(10)).isEqualTo(10);
  }

  @Test
  void endsAtTheRowsThatItIsScaledTo() {
    progress.reached(6 * SECOND, 410);
    progress.reached(7 * SECOND, 820);
    progress.reached(8 * SECOND, 1_640);

    Progress scaled = progress.scaledTo(400);

    assertThat(scaled.rows()).isEqualTo(400);
    assertThat(scaled.perSecondAfter(200)).isEqualTo(200);
    assertThat(scaled.secondsToLast()).isEqualTo(3);
  }

  @Test
  void hasNoSpeedWhenNothingCame() {
    assertThatThrownBy(() -> progress.perSecondAfter(0)).hasMessageContaining("nothing came");
    progress.reached(6 * SECOND, 10);
    assertThatThrownBy(() -> progress.perSecondAfter(0)).hasMessageContaining("after 10 rows");
  }
}

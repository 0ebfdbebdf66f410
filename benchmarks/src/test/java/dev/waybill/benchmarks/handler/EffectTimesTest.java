package dev.waybill.benchmarks.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.waybill.lab.effects.Effect;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EffectTimesTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final UUID FAILING = new UUID(1, 99);
  private static final UUID BEHIND = new UUID(1, 100);

  private final EffectTimes times = new EffectTimes(FAILING::equals, Set.of(FAILING, BEHIND));

  @Test
  void countsWhatNoFailureHoldsUpAndNothingElse() {
    effect(1, 1, 0);
    effect(2, 2, 1_000);
    effect(3, 3, 2_000);
    effect(5, 99, 60_000);
    effect(6, 100, 61_000);

    assertThat(times.free().rows()).isEqualTo(3);
    assertThat(times.free().perSecondAfter(1)).isCloseTo(1, within(0.001));
    assertThat(times.free().secondsToLast()).isCloseTo(2, within(0.001));
    assertThat(times.failures().messages()).isEqualTo(1);
    assertThat(times.failures().secondsToLast()).isCloseTo(61, within(0.001));
  }

  @Test
  void takesEffectsInTheOrderInWhichTheyWereWrittenWhoeverTheWriterWas() {
    effect(2, 2, 3_000);
    effect(1, 1, 1_000);

    assertThat(times.free().rows()).isEqualTo(2);
    assertThat(times.free().secondsToLast()).isCloseTo(2, within(0.001));
  }

  @Test
  void seesThatAMessageWasToFailAndDidNot() {
    effect(1, 1, 0);
    effect(2, 99, 1);
    assertThat(times.failures().struck()).isFalse();
    assertThat(times.failures().rolledBack()).isZero();
  }

  @Test
  void seesARollbackByTheNumberThatIsMissing() {
    effect(1, 1, 0);
    effect(3, 99, 1);
    assertThat(times.failures().struck()).isTrue();
    assertThat(times.failures().messages()).isEqualTo(1);
    assertThat(times.failures().rolledBack()).isEqualTo(1);
  }

  private void effect(long number, long message, long millis) {
    times.note(new Effect(number, new UUID(1, message), 0, START.plusMillis(millis)));
  }
}

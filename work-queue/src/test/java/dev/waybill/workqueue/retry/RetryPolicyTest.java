package dev.waybill.workqueue.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.workqueue.retry.RetryDecision.Exhausted;
import dev.waybill.workqueue.retry.RetryDecision.RetryIn;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {

  private static final RetryPolicy SCHEDULE =
      new RetryPolicy.Schedule(
          List.of(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(30)),
          Jitter.NONE);

  private final RandomGenerator random = new SplittableRandom(1);

  @Test
  void endsAScheduleWithTheFailureAfterItsLastPause() {
    assertThat(IntStream.rangeClosed(1, 5).mapToObj(i -> SCHEDULE.afterFailure(i, random)))
        .containsExactly(
            new RetryIn(Duration.ofMinutes(1)),
            new RetryIn(Duration.ofMinutes(5)),
            new RetryIn(Duration.ofMinutes(30)),
            new Exhausted(4),
            new Exhausted(5));
  }

  @Test
  void allowsNoAttemptBeyondTheLast() {
    assertThat(SCHEDULE.allows(4)).isTrue();
    assertThat(SCHEDULE.allows(5)).isFalse();
  }

  @Test
  void endsGrowingPausesAfterTheirAttempts() {
    RetryPolicy policy =
        new RetryPolicy.Exponential(
            new Backoff(Duration.ofSeconds(1), 3, Duration.ofSeconds(5), Jitter.NONE), 4);

    assertThat(IntStream.rangeClosed(1, 4).mapToObj(i -> policy.afterFailure(i, random)))
        .containsExactly(
            new RetryIn(Duration.ofSeconds(1)),
            new RetryIn(Duration.ofSeconds(3)),
            new RetryIn(Duration.ofSeconds(5)),
            new Exhausted(4));
  }

  @Test
  void triesOnceWithoutPauses() {
    RetryPolicy once = new RetryPolicy.Schedule(List.of(), Jitter.HALF);

    assertThat(once.afterFailure(1, random)).isEqualTo(new Exhausted(1));
  }

  @Test
  void foldsADecision() {
    assertThat(
            SCHEDULE
                .afterFailure(1, random)
                .<String>fold(retry -> "in " + retry.delay(), exhausted -> "dead"))
        .isEqualTo("in PT1M");
    assertThat(SCHEDULE.afterFailure(4, random).<Integer>fold(retry -> 0, Exhausted::attempts))
        .isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 100, 200",
    "2, 200, 400",
    "8, 12800, 25600",
    "9, 15000, 30000",
    "1000000, 15000, 30000"
  })
  void growsToItsBoundWithJitter(int failures, long least, long most) {
    Backoff backoff = Backoff.doubling(Duration.ofMillis(200), Duration.ofSeconds(30));

    List<Long> pauses =
        IntStream.range(0, 2_000)
            .mapToObj(i -> backoff.after(failures, random).toMillis())
            .toList();

    assertThat(pauses).allMatch(pause -> pause >= least && pause <= most);
    // Spread over the whole range, not only within it.
    assertThat(pauses).anyMatch(pause -> pause < least + (most - least) / 10);
    assertThat(pauses).anyMatch(pause -> pause > most - (most - least) / 10);
  }

  @Test
  void shortensAPauseOfAScheduleByItsShare() {
    RetryPolicy policy = new RetryPolicy.Schedule(List.of(Duration.ofMinutes(1)), new Jitter(0.1));

    for (int i = 0; i < 1_000; i++) {
      assertThat(policy.pause(1, random)).isBetween(Duration.ofSeconds(54), Duration.ofSeconds(60));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void refusesAJitterThatIsNoShare(double share) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Jitter(share));
  }

  @Test
  void refusesPausesThatWouldNotGrow() {
    Duration second = Duration.ofSeconds(1);
    assertThatIllegalArgumentException().isThrownBy(() -> Backoff.doubling(Duration.ZERO, second));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Backoff.doubling(second, Duration.ofMillis(999)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Backoff(second, 0.5, second, Jitter.NONE));
  }

  @Test
  void refusesNoAttemptAndNegativePauses() {
    Backoff backoff = Backoff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(2));
    assertThatIllegalArgumentException().isThrownBy(() -> new RetryPolicy.Exponential(backoff, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RetryPolicy.Schedule(List.of(Duration.ofSeconds(-1)), Jitter.NONE));
    assertThatIllegalArgumentException().isThrownBy(() -> SCHEDULE.afterFailure(0, random));
  }
}

package dev.waybill.handler.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.contract.message.OrderingKey;
import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.FailureKind;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.workqueue.retry.Backoff;
import dev.waybill.workqueue.retry.Jitter;
import dev.waybill.workqueue.retry.RetryPolicy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgeTest {

  private static final OrderingKey KEY = new OrderingKey("parcel:1");

  private final Judge judge = judge(Jitter.NONE);

  private static Judge judge(Jitter jitter) {
    return new Judge(
        new RetryPolicy.Schedule(
            List.of(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(30)), jitter),
        new OutageGate(
            Duration.ofMinutes(1),
            Backoff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(1)),
            InstantSource.system(),
            new Random(1)),
        new Random(1));
  }

  @ParameterizedTest
  @CsvSource({"1, PT1M", "2, PT5M", "3, PT30M"})
  void triesAgainByTheSchedule(int attempt, Duration pause) {
    Failure failure = failure(FailureKind.RETRYABLE);

    assertThat(judge.judge(KEY, attempt, failure)).isEqualTo(new Verdict.RetryIn(failure, pause));
  }

  /** The verdict's pause is what is stored, so jitter has to be in it. */
  @Test
  void staggersWhatFailedTogetherWithinThePause() {
    Judge staggering = judge(new Jitter(0.5));
    Set<Duration> pauses =
        IntStream.range(0, 20)
            .mapToObj(i -> staggering.judge(KEY, 2, failure(FailureKind.RETRYABLE)))
            .map(verdict -> ((Verdict.RetryIn) verdict).delay())
            .collect(Collectors.toSet());

    assertThat(pauses)
        .hasSizeGreaterThan(10)
        .allSatisfy(
            pause -> assertThat(pause).isBetween(Duration.ofSeconds(150), Duration.ofMinutes(5)));
  }

  @Test
  void takesTheFourthFailureForADeadLetter() {
    Failure failure = failure(FailureKind.RETRYABLE);

    assertThat(judge.judge(KEY, 4, failure)).isEqualTo(new Verdict.DeadLetter(failure));
    assertThat(judge.allows(4)).isTrue();
    assertThat(judge.allows(5)).isFalse();
  }

  @Test
  void keepsToWhatTheHandlerSaysButNotBeyondTheLastAttempt() {
    Failure failure = new Failure(FailureKind.RETRYABLE, "Busy", "busy", Duration.ofSeconds(7));

    assertThat(judge.judge(KEY, 1, failure))
        .isEqualTo(new Verdict.RetryIn(failure, Duration.ofSeconds(7)));
    assertThat(judge.judge(KEY, 4, failure)).isEqualTo(new Verdict.DeadLetter(failure));
  }

  @Test
  void triesNothingAgainThatCannotSucceed() {
    assertThat(judge.judge(KEY, 1, failure(FailureKind.PERMANENT)))
        .isInstanceOf(Verdict.DeadLetter.class);
    assertThat(judge.judge(KEY, 1, failure(FailureKind.IGNORED)))
        .isInstanceOf(Verdict.Ignored.class);
    assertThat(judge.judge(KEY, 1, failure(FailureKind.SKIPPED)))
        .isInstanceOf(Verdict.Skipped.class);
  }

  @Test
  void countsNoAttemptOnceSeveralKeysFindThatTheOutsideDoesNotAnswer() {
    Failure failure = failure(FailureKind.OUTSIDE);

    assertThat(judge.judge(KEY, 1, failure)).isInstanceOf(Verdict.RetryIn.class);
    assertThat(judge.judge(new OrderingKey("parcel:2"), 1, failure))
        .isInstanceOf(Verdict.RetryIn.class);
    assertThat(judge.judge(new OrderingKey("parcel:3"), 4, failure))
        .isInstanceOf(Verdict.Uncounted.class);
  }

  @Test
  void countsNoAttemptForAnotherTransactionInTheWay() {
    assertThat(judge.judge(KEY, 4, failure(FailureKind.CONTENDED)))
        .isInstanceOf(Verdict.Uncounted.class);
  }

  @Test
  void countsWhatWasInTheWayForTooLongLikeAnyFailure() {
    Failure failure = failure(FailureKind.CONTENDED);

    assertThat(judge.overdue(1, failure))
        .isEqualTo(new Verdict.RetryIn(failure, Duration.ofMinutes(1)));
    assertThat(judge.overdue(4, failure)).isEqualTo(new Verdict.DeadLetter(failure));
  }

  @Test
  void putsNothingOffForLongerThanAMonth() {
    Failure failure =
        new Failure(FailureKind.RETRYABLE, "Never", "never", Duration.ofSeconds(Long.MAX_VALUE));

    assertThat(judge.judge(KEY, 1, failure))
        .isEqualTo(new Verdict.RetryIn(failure, Duration.ofDays(30)));
  }

  @Test
  void judgesNobodyForTheSurroundings() {
    assertThatThrownBy(() -> judge.judge(KEY, 1, failure(FailureKind.SURROUNDINGS)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Failure failure(FailureKind kind) {
    return Failure.of(kind, "Broken", "broken");
  }
}

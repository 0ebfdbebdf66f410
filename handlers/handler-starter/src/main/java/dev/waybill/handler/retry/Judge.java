package dev.waybill.handler.retry;

import dev.waybill.contract.message.OrderingKey;
import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.FailureKind;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.workqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Decides what becomes of a delivery that failed. Thread-safe when its random numbers are. */
public final class Judge {

  /** No handler may put a message off for longer. */
  private static final Duration LONGEST = Duration.ofDays(30);

  private final RetryPolicy policy;
  private final OutageGate gate;
  private final RandomGenerator random;

  public Judge(RetryPolicy policy, OutageGate gate, RandomGenerator random) {
    this.policy = policy;
    this.gate = gate;
    this.random = random;
  }

  /**
   * The verdict.
   *
   * @param attempt the one that failed, from 1
   * @throws IllegalArgumentException when the surroundings failed, which is no delivery's failure
   */
  public Verdict judge(OrderingKey key, int attempt, Failure failure) {
    if (failure.kind() != FailureKind.OUTSIDE) {
      gate.failedOtherwise();
    }
    return switch (failure.kind()) {
      case CONTENDED -> new Verdict.Uncounted(failure);
      case IGNORED -> new Verdict.Ignored(failure);
      case SKIPPED -> new Verdict.Skipped(failure);
      case PERMANENT -> new Verdict.DeadLetter(failure);
      case OUTSIDE ->
          gate.failed(key) ? new Verdict.Uncounted(failure) : bySchedule(attempt, failure);
      case RETRYABLE -> bySchedule(attempt, failure);
      case SURROUNDINGS -> throw new IllegalArgumentException("nobody's failure: " + failure);
    };
  }

  /**
   * The verdict on what was not held against a delivery for as long as that may be: it counts, as
   * any failure that may not come again.
   *
   * @param attempt the one that failed, from 1
   */
  public Verdict overdue(int attempt, Failure failure) {
    return bySchedule(attempt, failure);
  }

  /** Whether an attempt may be run: not when every one before was lost with its process. */
  public boolean allows(int attempt) {
    return policy.allows(attempt);
  }

  private Verdict bySchedule(int attempt, Failure failure) {
    return policy
        .afterFailure(attempt, random)
        .fold(
            retry -> new Verdict.RetryIn(failure, delay(failure, retry.delay())),
            exhausted -> new Verdict.DeadLetter(failure));
  }

  private static Duration delay(Failure failure, Duration scheduled) {
    Duration delay = Optional.ofNullable(failure.after()).orElse(scheduled);
    return delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
  }
}

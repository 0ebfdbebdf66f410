package dev.waybill.workqueue.retry;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** How often work is tried, and how far apart. Immutable. */
public sealed interface RetryPolicy {

  /** How many attempts there are, with the first. */
  int maxAttempts();

  /** How long to wait after an attempt that failed and is not the last. */
  Duration pause(int attempt, RandomGenerator random);

  /** The longest time from the first failure to the last attempt, if each one fails at once. */
  Duration horizon();

  /**
   * Decides after a failure.
   *
   * @param attempt the one that failed, from 1
   */
  default RetryDecision afterFailure(int attempt, RandomGenerator random) {
    if (attempt < 1) {
      throw new IllegalArgumentException("attempts are counted from 1, not " + attempt);
    }
    return attempt < maxAttempts()
        ? new RetryDecision.RetryIn(pause(attempt, random))
        : new RetryDecision.Exhausted(attempt);
  }

  /**
   * Whether a claimed attempt may still be run. False when every attempt before was lost with its
   * process: then the work is to be ended without running it, or it would take the next one along.
   */
  default boolean allows(int attempt) {
    return attempt <= maxAttempts();
  }

  /** A pause for each retry, after the failure before it; after the last there is no other. */
  record Schedule(List<Duration> pauses, Jitter jitter) implements RetryPolicy {

    public Schedule {
      pauses = List.copyOf(pauses);
      if (pauses.stream().anyMatch(Duration::isNegative)) {
        throw new IllegalArgumentException("a pause is negative: " + pauses);
      }
    }

    @Override
    public int maxAttempts() {
      return pauses.size() + 1;
    }

    @Override
    public Duration horizon() {
      return pauses.stream().reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public Duration pause(int attempt, RandomGenerator random) {
      return jitter.shorten(pauses.get(attempt - 1), random);
    }
  }

  /** Pauses that grow, up to a number of attempts. */
  record Exponential(Backoff backoff, int maxAttempts) implements RetryPolicy {

    public Exponential {
      if (maxAttempts < 1) {
        throw new IllegalArgumentException("at least one attempt, not " + maxAttempts);
      }
    }

    @Override
    public Duration horizon() {
      return IntStream.range(1, maxAttempts)
          .mapToObj(backoff::bound)
          .reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public Duration pause(int attempt, RandomGenerator random) {
      return backoff.after(attempt, random);
    }
  }
}

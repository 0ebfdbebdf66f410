package dev.waybill.workqueue.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Bounded exponential pauses with jitter, without end: also for what is not an item of work, such
 * as a server that does not answer. The bound of a pause is {@code first}, multiplied by {@code
 * factor} with each failure up to {@code longest}.
 */
public record Backoff(Duration first, double factor, Duration longest, Jitter jitter) {

  public Backoff {
    if (first.toMillis() < 1 || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "a backoff grows from at least 1 ms, not from " + first + " to " + longest);
    }
    if (!(factor >= 1 && factor <= 1000)) {
      throw new IllegalArgumentException("a backoff grows by a factor from 1, not by " + factor);
    }
  }

  /** Doubles, and pauses between half of the bound and the bound. */
  public static Backoff doubling(Duration first, Duration longest) {
    return new Backoff(first, 2, longest, Jitter.HALF);
  }

  /**
   * The pause after a failure.
   *
   * @param failures how many there were in a row, from 1
   */
  public Duration after(int failures, RandomGenerator random) {
    return jitter.shorten(bound(failures), random);
  }

  /**
   * The longest that the pause after a failure can be.
   *
   * @param failures how many there were in a row, from 1
   */
  public Duration bound(int failures) {
    // The power may become infinite; the smaller of it and the longest never does.
    double grown = first.toMillis() * Math.pow(factor, Math.max(failures, 1) - 1);
    return Duration.ofMillis((long) Math.min(grown, (double) longest.toMillis()));
  }
}

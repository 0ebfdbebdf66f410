package dev.waybill.handler.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Bounded exponential pauses with jitter. The bound of a pause is {@code first}, doubled with each
 * failure up to {@code longest}; the pause is between half of its bound and the bound.
 */
public record Pauses(Duration first, Duration longest) {

  /** Beyond so many doublings every bound is the longest. */
  private static final int MOST_DOUBLINGS = 30;

  /**
   * The pause after a failure.
   *
   * @param failures how many there were in a row, from 1
   */
  public Duration after(int failures, RandomGenerator random) {
    int doublings = Math.min(Math.max(failures - 1, 0), MOST_DOUBLINGS);
    Duration doubled = first.multipliedBy(1L << doublings);
    Duration bound = doubled.compareTo(longest) > 0 ? longest : doubled;
    long half = bound.toMillis() / 2;
    return Duration.ofMillis(half + random.nextLong(half + 1));
  }
}

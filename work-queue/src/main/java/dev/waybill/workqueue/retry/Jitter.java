package dev.waybill.workqueue.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Shortens a pause by chance, so that what failed together does not come back together. Never
 * lengthens it: the bound of a pause stays a bound.
 *
 * @param share of the pause that may be taken away, from 0 (none) to 1 (all)
 */
public record Jitter(double share) {

  /** The pause as it is. */
  public static final Jitter NONE = new Jitter(0);

  /** Between half of the bound and the bound. */
  public static final Jitter HALF = new Jitter(0.5);

  public Jitter {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a jitter is a share from 0 to 1, not " + share);
    }
  }

  /** A pause from {@code bound - share * bound} up to {@code bound}, in whole milliseconds. */
  public Duration shorten(Duration bound, RandomGenerator random) {
    long millis = bound.toMillis();
    long most = (long) (millis * share);
    return Duration.ofMillis(millis - random.nextLong(most + 1));
  }
}

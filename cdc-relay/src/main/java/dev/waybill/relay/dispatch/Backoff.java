package dev.waybill.relay.dispatch;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Bounded exponential pauses with jitter. Not thread-safe. */
final class Backoff {

  private static final Duration FIRST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final RandomGenerator random;
  private Duration next = FIRST;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  /** The next pause: between half of the bound and the bound, which doubles up to 5 s. */
  Duration pause() {
    Duration bound = next;
    Duration doubled = bound.multipliedBy(2);
    next = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
    long half = bound.toMillis() / 2;
    return Duration.ofMillis(half + random.nextLong(half + 1));
  }

  /** Begins anew after a success. */
  void reset() {
    next = FIRST;
  }
}

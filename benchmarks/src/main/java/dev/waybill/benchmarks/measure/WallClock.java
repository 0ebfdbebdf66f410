package dev.waybill.benchmarks.measure;

import java.time.Instant;

/**
 * Translates instants of {@link System#nanoTime}, which mean nothing to another process, to and
 * from those of the machine's clock, which do. Good to some microseconds while nobody sets the
 * clock.
 *
 * @param offset nanoseconds since the epoch minus {@link System#nanoTime}
 */
public record WallClock(long offset) {

  private static final int ATTEMPTS = 100;
  private static final long SECOND = 1_000_000_000;

  /** As the two clocks of this process stand now. */
  public static WallClock ofThisProcess() {
    long best = Long.MAX_VALUE;
    long offset = 0;
    for (int i = 0; i < ATTEMPTS; i++) {
      long before = System.nanoTime();
      Instant wall = Instant.now();
      long width = System.nanoTime() - before;
      if (width < best) {
        best = width;
        offset = wall.getEpochSecond() * SECOND + wall.getNano() - (before + width / 2);
      }
    }
    return new WallClock(offset);
  }

  /** Nanoseconds since the epoch. */
  public long toEpochNanos(long nanoTime) {
    return nanoTime + offset;
  }

  /** An instant of {@link System#nanoTime} in this process. */
  public long toNanoTime(long epochNanos) {
    return epochNanos - offset;
  }
}

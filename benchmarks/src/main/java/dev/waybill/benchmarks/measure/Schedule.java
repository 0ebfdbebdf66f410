package dev.waybill.benchmarks.measure;

import java.time.Duration;

/**
 * When each piece of work is meant to begin: evenly spaced, warm-up first. Instants are those of
 * {@link System#nanoTime}.
 *
 * @param start when the first piece is meant to begin
 * @param perSecond how many begin in a second
 */
public record Schedule(long start, int perSecond, Duration warmUp, Duration measured) {

  private static final long SECOND = 1_000_000_000;

  /**
   * @throws IllegalArgumentException when nothing would be measured
   */
  public Schedule {
    if (perSecond < 1 || measured.toMillis() < 1 || warmUp.isNegative()) {
      throw new IllegalArgumentException("a schedule needs a rate and a time to measure");
    }
  }

  /** How many pieces of work there are. */
  public int count() {
    return (int) ((warmUp.toMillis() + measured.toMillis()) * perSecond / 1_000);
  }

  /** How many of them are measured. */
  public int measuredCount() {
    return count() - warmUpCount();
  }

  /** When a piece is meant to begin; counted from 0. */
  public long intended(int index) {
    return start + index * SECOND / perSecond;
  }

  /** Whether a piece counts. */
  public boolean isMeasured(int index) {
    return index >= warmUpCount();
  }

  /** When the last piece is meant to begin. */
  public long end() {
    return intended(count() - 1);
  }

  private int warmUpCount() {
    return (int) (warmUp.toMillis() * perSecond / 1_000);
  }
}

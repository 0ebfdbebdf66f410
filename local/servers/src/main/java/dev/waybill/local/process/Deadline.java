package dev.waybill.local.process;

import java.time.Duration;

/** The end of a bounded wait that looks again every few milliseconds. */
final class Deadline {
  private static final long PAUSE_MILLIS = 20;

  private final long end;

  private Deadline(long end) {
    this.end = end;
  }

  static Deadline in(Duration timeout) {
    return new Deadline(System.nanoTime() + timeout.toNanos());
  }

  /** Waits a moment; false, at once, when the time is over. */
  boolean pause() {
    if (System.nanoTime() - end >= 0) {
      return false;
    }
    try {
      Thread.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChildProcessException("interrupted while waiting", e);
    }
  }
}

package dev.waybill.lab.load;

import java.util.concurrent.locks.LockSupport;

/** Keeps all writers together at a number of messages per second. Safe for several threads. */
final class Pace {
  private final double nanosPerMessage;
  private long next = System.nanoTime();

  Pace(int messagesPerSecond) {
    this.nanosPerMessage = 1e9 / messagesPerSecond;
  }

  /** Waits until {@code count} more messages may be written; ends early when interrupted. */
  void await(int count) {
    long turn;
    synchronized (this) {
      turn = Math.max(next, System.nanoTime());
      next = turn + (long) (count * nanosPerMessage);
    }
    long wait = turn - System.nanoTime();
    while (wait > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(wait);
      wait = turn - System.nanoTime();
    }
  }
}

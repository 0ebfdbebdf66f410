package dev.waybill.relay.stream;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits that an interrupt does not cut short; the interrupt is kept for the caller. */
final class Uninterrupted {

  private Uninterrupted() {}

  /** Waits for the end of a thread; false when it has not ended in time. */
  static boolean join(Thread thread, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    boolean interrupted = false;
    try {
      while (thread.isAlive() && deadline - System.nanoTime() > 0) {
        try {
          TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return !thread.isAlive();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

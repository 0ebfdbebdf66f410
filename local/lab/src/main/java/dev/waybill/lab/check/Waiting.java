package dev.waybill.lab.check;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for what another process does, by asking again and again. */
public final class Waiting {
  private static final Duration ASK_EVERY = Duration.ofMillis(20);

  private Waiting() {}

  /**
   * Returns as soon as the condition holds.
   *
   * @return whether it did before the time was over
   */
  public static boolean until(Condition condition, Duration timeout) throws Exception {
    return until(condition, timeout, ASK_EVERY);
  }

  /**
   * As {@link #until(Condition, Duration)}, for what is not to be asked often.
   *
   * @param pause between two answers
   */
  public static boolean until(Condition condition, Duration timeout, Duration pause)
      throws Exception {
    long end = System.nanoTime() + timeout.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() >= end) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(pause.toMillis());
    }
    return true;
  }

  /** What is waited for. */
  public interface Condition {
    /** Whether it holds now. */
    boolean holds() throws Exception;
  }
}

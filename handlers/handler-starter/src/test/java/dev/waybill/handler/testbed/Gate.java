package dev.waybill.handler.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Holds what runs until a test lets it go on. */
public final class Gate {

  private final Semaphore entered = new Semaphore(0);
  private final CountDownLatch opened = new CountDownLatch(1);

  /**
   * Returns when the gate is open.
   *
   * @throws IllegalStateException when the thread is interrupted, or nobody opens it
   */
  public void pass() {
    entered.release();
    require(opened::await);
  }

  /** Returns when so many more have come to the gate. */
  public void awaitEntered(int count) {
    require((time, unit) -> entered.tryAcquire(count, time, unit));
  }

  public void open() {
    opened.countDown();
  }

  @FunctionalInterface
  private interface Wait {
    boolean within(long time, TimeUnit unit) throws InterruptedException;
  }

  private static void require(Wait wait) {
    try {
      assertThat(wait.within(ParcelTestbed.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

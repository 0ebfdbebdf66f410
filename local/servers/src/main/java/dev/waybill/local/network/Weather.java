package dev.waybill.local.network;

import java.time.Duration;

/** What the network does to a chunk of bytes at the moment. Safe for use from several threads. */
final class Weather {
  private boolean holding;
  private Duration delay = Duration.ZERO;

  synchronized void hold() {
    holding = true;
  }

  synchronized void delay(Duration duration) {
    delay = duration;
  }

  synchronized void clear() {
    holding = false;
    delay = Duration.ZERO;
    notifyAll();
  }

  /** Blocks the caller, who has bytes to forward, for as long as the weather demands. */
  void pass() throws InterruptedException {
    long millis;
    synchronized (this) {
      millis = delay.toMillis();
    }
    if (millis > 0) {
      Thread.sleep(millis);
    }
    synchronized (this) {
      while (holding) {
        wait();
      }
    }
  }
}

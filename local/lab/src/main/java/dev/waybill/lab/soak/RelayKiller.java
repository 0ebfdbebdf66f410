package dev.waybill.lab.soak;

import dev.waybill.lab.stack.Service;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Kills the relay at random instants: mostly while it streams, sometimes while it starts. */
final class RelayKiller {
  private static final int STARTUP_MILLIS = 8_000;
  private static final int STREAMING_MILLIS = 3_000;
  private static final int ONE_IN_STARTUP = 5;

  private final Service relay;
  private final Random random;

  RelayKiller(Service relay, Random random) {
    this.relay = relay;
    this.random = random;
  }

  /** Kills the running relay after a while and starts the next one. */
  void killOnce() {
    if (random.nextInt(ONE_IN_STARTUP) == 0) {
      pause(random.nextInt(STARTUP_MILLIS));
    } else {
      relay.awaitReady();
      pause(random.nextInt(STREAMING_MILLIS));
    }
    relay.kill();
    relay.start();
  }

  private static void pause(int millis) {
    LockSupport.parkNanos(millis * 1_000_000L);
  }
}

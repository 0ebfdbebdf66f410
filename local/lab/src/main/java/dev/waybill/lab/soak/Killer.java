package dev.waybill.lab.soak;

import dev.waybill.lab.stack.Service;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Kills one of several services at random instants: mostly at work, sometimes while it starts. */
final class Killer {
  private static final int STARTUP_MILLIS = 8_000;
  private static final int WORKING_MILLIS = 3_000;
  private static final int ONE_IN_STARTUP = 5;

  private final List<Service> victims;
  private final Random random;

  Killer(List<Service> victims, Random random) {
    this.victims = List.copyOf(victims);
    this.random = random;
  }

  /** Kills one after a while and starts it again; tells which. */
  Service killOnce() {
    Service victim = victims.get(random.nextInt(victims.size()));
    if (random.nextInt(ONE_IN_STARTUP) == 0) {
      pause(random.nextInt(STARTUP_MILLIS));
    } else {
      victim.awaitReady();
      pause(random.nextInt(WORKING_MILLIS));
    }
    victim.kill();
    victim.start();
    return victim;
  }

  private static void pause(int millis) {
    LockSupport.parkNanos(millis * 1_000_000L);
  }
}

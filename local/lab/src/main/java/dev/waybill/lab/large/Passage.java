package dev.waybill.lab.large;

import java.time.Duration;

/**
 * How one transaction went through.
 *
 * @param written how long its writer took
 * @param published from its commit until all of it was on every topic, every freeze included
 * @param sessions how many sessions of the relay began meanwhile
 * @param spilledMegabytes what the server wrote to disk while it decoded
 * @param leftovers files that the server's decoding left in the slot's folder
 */
record Passage(
    Size size,
    Duration written,
    Duration published,
    long sessions,
    long spilledMegabytes,
    long leftovers) {
  /** One for whoever was frozen, and one more for what it takes to wake up. */
  private static final int MOST_SESSIONS = 2;

  boolean passed() {
    return sessions <= MOST_SESSIONS && leftovers == 0;
  }
}

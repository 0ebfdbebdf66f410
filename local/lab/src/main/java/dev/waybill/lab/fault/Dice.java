package dev.waybill.lab.fault;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Decides what is left open of a fault. */
record Dice(Random random, Duration longest) {
  private static final int ONE_IN_STANDBY = 5;
  private static final long SHORTEST_MILLIS = 500;
  private static final int DOWN_MILLIS = 4_000;

  /** A part of a second up to the longest time; all as likely. */
  Duration lasting() {
    return Duration.ofMillis(
        SHORTEST_MILLIS + (long) (random.nextDouble() * (longest.toMillis() - SHORTEST_MILLIS)));
  }

  /** How long a process stays away before somebody starts it again. */
  Duration down() {
    return Duration.ofMillis(random.nextInt(DOWN_MILLIS));
  }

  /** Mostly the active one. */
  Standing standing() {
    return random.nextInt(ONE_IN_STANDBY) == 0 ? Standing.STANDBY : Standing.ACTIVE;
  }

  boolean coin() {
    return random.nextBoolean();
  }

  <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  static String text(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }
}

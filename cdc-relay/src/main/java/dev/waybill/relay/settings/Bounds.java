package dev.waybill.relay.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * Refuses values that are out of range, and names property and range.
 *
 * @param group the part of the names after {@code waybill.relay.}, with its dot
 */
record Bounds(String group) {

  static final Bounds ROOT = new Bounds("");

  void require(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw refused(name, words(value), words(least) + " to " + words(most));
    }
  }

  void require(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw refused(name, Long.toString(value), least + " to " + most);
    }
  }

  void require(String name, DataSize value, DataSize least, DataSize most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw refused(
          name, value.toString(), least.toMegabytes() + "MB to " + most.toMegabytes() + "MB");
    }
  }

  /** What the relay cannot do without. */
  void present(String name, @Nullable Object value) {
    if (value == null) {
      throw new IllegalArgumentException(
          "waybill.relay." + group + name + " is missing: the relay cannot do without it");
    }
  }

  /** What is not set is not judged. */
  void require(String name, @Nullable String value, String form) {
    if (value != null && !value.matches(form)) {
      throw refused(name, "'" + value + "'", "what matches " + form);
    }
  }

  private IllegalArgumentException refused(String name, String value, String range) {
    return new IllegalArgumentException(
        "waybill.relay." + group + name + " is " + value + ": give " + range);
  }

  /** As people write it in settings: the largest unit that needs no fraction. */
  private static String words(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 86_400_000 == 0 && millis != 0) {
      return millis / 86_400_000 + "d";
    }
    if (millis % 60_000 == 0 && millis != 0) {
      return millis / 60_000 + "m";
    }
    return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
  }
}

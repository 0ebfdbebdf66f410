package dev.waybill.handler.settings;

import java.time.Duration;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * Refuses values that are out of range, and names property and range.
 *
 * @param group the part of the names after {@code waybill.handler.}, with its dot
 */
record Bounds(String group) {

  static final Bounds ROOT = new Bounds("");

  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofHours(1);

  /**
   * @param complaint begins with the name of the property
   * @throws IllegalArgumentException with the complaint, when the condition does not hold
   */
  void require(boolean condition, String complaint) {
    if (!condition) {
      throw new IllegalArgumentException("waybill.handler." + group + complaint);
    }
  }

  /** What may take from a millisecond to an hour. */
  void require(String name, Duration value) {
    require(name, value, LEAST, MOST);
  }

  void require(String name, Duration value, Duration least, Duration most) {
    require(
        value.compareTo(least) >= 0 && value.compareTo(most) <= 0,
        "%s is %s, not from %s to %s".formatted(name, words(value), words(least), words(most)));
  }

  /** Of two that bound each other, both are named. */
  void notLonger(String shorter, Duration value, String longer, Duration bound) {
    require(
        value.compareTo(bound) <= 0,
        "%s is %s, longer than waybill.handler.%s%s, which is %s"
            .formatted(shorter, words(value), group, longer, words(bound)));
  }

  void require(String name, double value, int least, int most) {
    require(
        value >= least && value <= most,
        "%s is %s, not from %d to %d".formatted(name, number(value), least, most));
  }

  void atLeast(String name, int value, int least) {
    require(value >= least, name + " is " + value + ", below " + least);
  }

  /** As people write it in settings. */
  static String words(Duration value) {
    return DurationFormatterUtils.print(value, DurationFormat.Style.COMPOSITE);
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}

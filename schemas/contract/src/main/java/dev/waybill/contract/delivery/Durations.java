package dev.waybill.contract.delivery;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as files and settings write them: {@code 36m}, {@code 1500ms} or ISO-8601. */
final class Durations {

  private static final Pattern SHORT = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  private Durations() {}

  /**
   * @throws IllegalArgumentException when the text is no duration, or a negative one
   */
  static Duration parse(String text) {
    Matcher matcher = SHORT.matcher(text);
    if (matcher.matches()) {
      return UNITS
          .getOrDefault(matcher.group(2), Duration.ZERO)
          .multipliedBy(Long.parseLong(matcher.group(1)));
    }
    try {
      Duration duration = Duration.parse(text);
      if (!duration.isNegative()) {
        return duration;
      }
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(complaint(text), e);
    }
    throw new IllegalArgumentException(complaint(text));
  }

  private static String complaint(String text) {
    return "'" + text + "' is no duration: write for instance 36m, 90s or PT1H";
  }
}

package dev.waybill.cli.terminal;

import java.time.Duration;
import java.util.Locale;

/** Sizes and times as people read them. */
public final class Words {

  private Words() {}

  public static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double value = bytes;
    int unit = -1;
    while (value >= 1024 && unit < 4) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %ciB", value, "KMGTP".charAt(unit));
  }

  public static String age(double seconds) {
    Duration duration = Duration.ofSeconds(Math.round(seconds));
    if (duration.toDays() > 0) {
      return duration.toDays() + " d " + duration.toHoursPart() + " h";
    }
    if (duration.toHours() > 0) {
      return duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }
    if (duration.toMinutes() > 0) {
      return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
    }
    return duration.toSeconds() + " s";
  }
}

package dev.waybill.handler.record;

import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the times of headers as {@link Instant#parse} does, but those that are written as relays
 * write them at a fraction of its price: every record has several.
 */
final class WireTime {

  /** Where a digit is in what comes before the fraction of a second, there is a zero. */
  private static final String FORM = "0000-00-00T00:00:00";

  private static final int FRACTION_DIGITS = 9;

  private WireTime() {}

  /**
   * The time in a text.
   *
   * @throws DateTimeParseException when it is none
   */
  static Instant parse(String text) {
    Instant time = hasForm(text) ? read(text) : null;
    return time == null ? Instant.parse(text) : time;
  }

  private static boolean hasForm(String text) {
    int end = text.length() - 1;
    if (end < FORM.length() || text.charAt(end) != 'Z') {
      return false;
    }
    for (int i = 0; i < FORM.length(); i++) {
      char form = FORM.charAt(i);
      char is = text.charAt(i);
      if (form == '0' ? !isDigit(is) : form != is) {
        return false;
      }
    }
    return end == FORM.length() || isFraction(text, end);
  }

  /** A point and one to nine digits. */
  private static boolean isFraction(String text, int end) {
    int digits = end - FORM.length() - 1;
    if (text.charAt(FORM.length()) != '.' || digits < 1 || digits > FRACTION_DIGITS) {
      return false;
    }
    for (int i = end - digits; i < end; i++) {
      if (!isDigit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }

  /** Null for a number that is out of its range, of which only the parser knows what it means. */
  private static @Nullable Instant read(String text) {
    int year = number(text, 0, 4);
    int month = number(text, 5, 7);
    int day = number(text, 8, 10);
    int hour = number(text, 11, 13);
    int minute = number(text, 14, 16);
    int second = number(text, 17, 19);
    if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) {
      return null;
    }
    if (day < 1 || day > Month.of(month).length(IsoChronology.INSTANCE.isLeapYear(year))) {
      return null;
    }
    long days = LocalDate.of(year, month, day).toEpochDay();
    return Instant.ofEpochSecond(((days * 24 + hour) * 60 + minute) * 60 + second, nanos(text));
  }

  private static int nanos(String text) {
    int from = Math.min(FORM.length() + 1, text.length() - 1);
    int digits = text.length() - 1 - from;
    int nanos = number(text, from, from + digits);
    for (int i = digits; i < FRACTION_DIGITS; i++) {
      nanos *= 10;
    }
    return nanos;
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = number * 10 + (text.charAt(i) - '0');
    }
    return number;
  }
}

package dev.waybill.activity.request;

import dev.waybill.activity.domain.ActivityType;
import dev.waybill.activity.refused.FieldError;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with the fields of one request. Not thread-safe. */
final class Fields {

  static final String TIME_RULE =
      "must be an RFC 3339 time with its offset, such as 2026-03-05T09:00:00Z";

  static final String TYPE_RULE = "must be one of " + ActivityType.names();

  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private final List<FieldError> errors = new ArrayList<>();

  List<FieldError> errors() {
    return List.copyOf(errors);
  }

  void check(String field, boolean valid, String rule) {
    if (!valid) {
      errors.add(new FieldError(field, rule));
    }
  }

  /** Demands a value that the reader understands. */
  void require(
      String field, @Nullable String value, Function<String, Optional<?>> reader, String rule) {
    check(field, value != null && reader.apply(value).isPresent(), rule);
  }

  /** Demands a text for people; characters are counted as Unicode counts them. */
  void text(String field, @Nullable String value, int longest) {
    boolean fits =
        value != null && !value.isBlank() && value.codePointCount(0, value.length()) <= longest;
    check(field, fits, "must be a text of 1 to " + longest + " characters, not only blanks");
    check(
        field,
        value == null || value.codePoints().noneMatch(Fields::isUnstorable),
        "must not hold U+0000 or half a surrogate pair");
  }

  /** Reads RFC 3339, to the microsecond, in the years 1 to 9999. */
  static Optional<Instant> time(String value) {
    try {
      Instant time = OffsetDateTime.parse(value).toInstant().truncatedTo(ChronoUnit.MICROS);
      return time.isBefore(EARLIEST) || time.isAfter(LATEST) ? Optional.empty() : Optional.of(time);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static boolean isUnstorable(int codePoint) {
    return codePoint == 0 || Character.getType(codePoint) == Character.SURROGATE;
  }
}

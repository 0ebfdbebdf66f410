package dev.waybill.activity.domain;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Identity of an activity, a UUIDv7. */
public record ActivityId(UUID value) {

  /** Reads the canonical text form; anything else identifies nothing. */
  public static Optional<ActivityId> parse(String text) {
    try {
      UUID value = UUID.fromString(text);
      return value.toString().equals(text.toLowerCase(Locale.ROOT))
          ? Optional.of(new ActivityId(value))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return value.toString();
  }
}

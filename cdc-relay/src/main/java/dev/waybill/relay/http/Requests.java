package dev.waybill.relay.http;

import dev.waybill.relay.backfill.BackfillTerms;
import dev.waybill.relay.order.InvalidOrderException;
import dev.waybill.relay.parking.DeadLetters.Name;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The bodies of requests. Without {@code execute} an order is only planned. */
final class Requests {

  private Requests() {}

  /** An order that has no terms. */
  record Order(@Nullable String reason, @Nullable Boolean execute) {

    boolean acts() {
      return Boolean.TRUE.equals(execute);
    }
  }

  /**
   * A backfill.
   *
   * @param from RFC 3339, also {@code to}
   */
  record Backfill(
      @Nullable String handler,
      @Nullable List<String> types,
      @Nullable String from,
      @Nullable String to,
      @Nullable Integer rate,
      @Nullable String reason,
      @Nullable Boolean execute) {

    boolean acts() {
      return Boolean.TRUE.equals(execute);
    }

    BackfillTerms terms() {
      return new BackfillTerms(
          required("handler", handler),
          types == null ? List.of() : types,
          time("from", from),
          time("to", to),
          rate == null ? BackfillTerms.DEFAULT_RATE : rate);
    }
  }

  /** What is to become of dead letters, each by its name. */
  record Letters(
      @Nullable List<Letter> deadLetters, @Nullable String reason, @Nullable Boolean execute) {

    boolean acts() {
      return Boolean.TRUE.equals(execute);
    }

    List<Name> names() {
      return deadLetters == null ? List.of() : deadLetters.stream().map(Letter::name).toList();
    }
  }

  /** One message for one handler. */
  record Letter(@Nullable String handler, @Nullable String messageId) {

    Name name() {
      String id = required("messageId", messageId);
      try {
        return new Name(required("handler", handler), UUID.fromString(id));
      } catch (IllegalArgumentException e) {
        throw new InvalidOrderException(
            "messageId", "messageId is '" + id + "'", "give the UUID of a message");
      }
    }
  }

  private static String required(String field, @Nullable String value) {
    if (value == null || value.isBlank()) {
      throw new InvalidOrderException(field, field + " is missing", "give it");
    }
    return value;
  }

  private static @Nullable Instant time(String field, @Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new InvalidOrderException(
          field,
          field + " is '" + text + "'",
          "give a time with its offset, for instance 2026-11-30T00:00:00Z");
    }
  }
}

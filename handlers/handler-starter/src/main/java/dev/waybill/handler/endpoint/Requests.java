package dev.waybill.handler.endpoint;

import dev.waybill.handler.desk.InvalidRequestException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** The bodies of requests. Without {@code execute} a request is only planned. */
final class Requests {

  private Requests() {}

  /** A request that has no terms. */
  record Order(@Nullable String reason, @Nullable Boolean execute) {

    boolean acts() {
      return Boolean.TRUE.equals(execute);
    }
  }

  /**
   * A request about deliveries of one message.
   *
   * @param handler of which handler
   */
  record OfMessage(@Nullable String handler, @Nullable String reason, @Nullable Boolean execute) {

    boolean acts() {
      return Boolean.TRUE.equals(execute);
    }
  }

  /**
   * A retry of what a handler has scheduled.
   *
   * @param failedBefore RFC 3339; the plan gives it, so that what fails later is left alone
   * @param errorCode only those that failed with it
   */
  record OfScheduled(
      @Nullable String failedBefore,
      @Nullable String errorCode,
      @Nullable String reason,
      @Nullable Boolean execute) {

    boolean acts() {
      return Boolean.TRUE.equals(execute);
    }

    /** With which error; null for any. */
    @Nullable String code() {
      if (errorCode != null
          && (errorCode.isBlank() || errorCode.chars().anyMatch(Character::isISOControl))) {
        throw new InvalidRequestException(
            "errorCode",
            "errorCode is blank or has control characters",
            "give one of the codes of the plan");
      }
      return errorCode;
    }

    /** When the selection ends; null when none is given. */
    @Nullable Instant until() {
      if (failedBefore == null) {
        return null;
      }
      try {
        return OffsetDateTime.parse(failedBefore).toInstant();
      } catch (DateTimeException e) {
        throw new InvalidRequestException(
            "failedBefore",
            "failedBefore is '" + failedBefore + "'",
            "give the time of the plan, for instance 2026-11-30T00:00:00Z");
      }
    }
  }
}

package dev.waybill.outbox;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a message comes from, carried along for tracing. Every part may be absent. What a message
 * does not say itself is taken from the {@link OriginScope} that is open, and after that from the
 * tracer, if the application has one. Logging contexts (MDC) are never looked at.
 *
 * @param correlationId common to everything that one request or journey caused
 * @param causationId the message or command that caused this one
 * @param traceparent the W3C trace context in which it was staged
 */
public record Origin(
    @Nullable String correlationId, @Nullable String causationId, @Nullable String traceparent) {

  /** Version 00 of W3C Trace Context, whose ids must not be all zeros. */
  private static final Pattern TRACEPARENT =
      Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  /** Nothing is known. */
  public static final Origin UNKNOWN = new Origin(null, null, null);

  /** These parts, and where one is absent or empty, that of the other. */
  public Origin orElse(Origin other) {
    return new Origin(
        first(correlationId, other.correlationId),
        first(causationId, other.causationId),
        first(traceparent, other.traceparent));
  }

  private static @Nullable String first(@Nullable String own, @Nullable String other) {
    return own == null || own.isEmpty() ? other : own;
  }

  /** Whether a text is a {@code traceparent} that others can go on with. */
  public static boolean isTraceparent(String text) {
    return TRACEPARENT.matcher(text).matches();
  }
}

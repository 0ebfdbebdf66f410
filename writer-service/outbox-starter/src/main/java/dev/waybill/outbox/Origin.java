package dev.waybill.outbox;

import org.jspecify.annotations.Nullable;

/**
 * Where a message comes from, carried along for tracing. Every part may be absent.
 *
 * @param correlationId common to everything that one request or journey caused
 * @param causationId the message or command that caused this one
 * @param traceparent the W3C trace context in which it was staged
 */
public record Origin(
    @Nullable String correlationId, @Nullable String causationId, @Nullable String traceparent) {

  /** Nothing is known. */
  public static final Origin UNKNOWN = new Origin(null, null, null);
}

package dev.waybill.outbox.staging;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.Origin;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Renders the headers of a message, all but the recorded time, which only the database knows.
 * Thread-safe.
 */
public final class EnvelopeRenderer {

  /** RFC 3339 in UTC with microseconds, which is what PostgreSQL keeps. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** Of {@link Long#MAX_VALUE}. */
  private static final int DIGITS = 19;

  private final String source;
  private final InstantSource clock;

  /**
   * @param source the CloudEvents source of every message, a URI reference
   * @param clock tells when a message occurred that does not say so itself
   */
  public EnvelopeRenderer(String source, InstantSource clock) {
    this.source = source;
    this.clock = clock;
  }

  Envelope render(MessageId id, String tenant, DurableMessage message, Origin origin) {
    MessageType type = message.type();
    Map<String, String> headers = new HashMap<>();
    headers.put(WireHeaders.SPEC_VERSION, "1.0");
    headers.put(WireHeaders.ID, id.toString());
    headers.put(WireHeaders.SOURCE, source);
    headers.put(WireHeaders.TYPE, type.name());
    headers.put(WireHeaders.TIME, time(message.occurredAt().orElseGet(clock::instant)));
    headers.put(WireHeaders.SUBJECT, message.aggregate().id());
    headers.put(WireHeaders.DATA_SCHEMA, "waybill:/schemas/" + type.name() + "/" + type.version());
    headers.put(WireHeaders.CONTENT_TYPE, "application/json");
    headers.put(WireHeaders.PARTITION_KEY, message.orderingKey().value());
    headers.put(WireHeaders.SEQUENCE, padded(message.aggregate().version()));
    headers.put(WireHeaders.TENANT_ID, tenant);
    headers.put(WireHeaders.MESSAGE_KIND, message.kind().wireName());
    headers.put(WireHeaders.SCHEMA_VERSION, Integer.toString(type.version()));
    putIfPresent(headers, WireHeaders.CORRELATION_ID, origin.correlationId());
    putIfPresent(headers, WireHeaders.CAUSATION_ID, origin.causationId());
    putIfPresent(headers, WireHeaders.TRACEPARENT, origin.traceparent());
    return Envelope.of(headers, message.visibility());
  }

  private static String time(Instant instant) {
    return TIME.format(instant.truncatedTo(ChronoUnit.MICROS));
  }

  /** Padded to the digits of the largest number, so that it sorts as text. */
  private static String padded(long version) {
    String digits = Long.toString(version);
    return "0".repeat(DIGITS - digits.length()) + digits;
  }

  private static void putIfPresent(
      Map<String, String> headers, String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      headers.put(name, value);
    }
  }
}

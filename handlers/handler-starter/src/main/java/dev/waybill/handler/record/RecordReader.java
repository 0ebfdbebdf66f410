package dev.waybill.handler.record;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.handler.CorrelationId;
import dev.waybill.handler.Message;
import dev.waybill.handler.TenantId;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads the headers of one handler's records. A record that it refuses is a failing delivery for
 * now: tried again in place, visibly, never passed over. Thread-safe.
 */
public final class RecordReader {

  private static final int LONGEST_TYPE = 250;

  private final HandlerId handler;

  public RecordReader(HandlerId handler) {
    this.handler = handler;
  }

  /**
   * The message of a record.
   *
   * @throws RefusedRecordException when the copy is another handler's or cannot be read
   */
  public Message read(ConsumerRecord<byte[], byte[]> record) {
    HeaderTexts headers = HeaderTexts.of(record.headers());
    headers.find(WireHeaders.HANDLER).ifPresent(this::requireMine);
    if (record.value() == null) {
      throw new RefusedRecordException("the record has no value");
    }
    String type = part(headers, WireHeaders.TYPE, RecordReader::typeName);
    return new Message(
        part(headers, WireHeaders.ID, MessageId::of),
        part(
            headers,
            WireHeaders.SCHEMA_VERSION,
            version -> new MessageType(type, Integer.parseInt(version))),
        part(headers, WireHeaders.TENANT_ID, TenantId::new),
        part(headers, WireHeaders.PARTITION_KEY, OrderingKey::new),
        optional(headers, WireHeaders.CORRELATION_ID, CorrelationId::new),
        optional(headers, WireHeaders.COMMITTED_AT, Instant::parse));
  }

  /** Bounded, since matching the pattern takes a deeper stack the longer the name is. */
  private static String typeName(String text) {
    if (text.length() > LONGEST_TYPE) {
      throw new IllegalArgumentException("longer than " + LONGEST_TYPE + " characters");
    }
    return MessageType.requireName(text);
  }

  private static <T> T part(HeaderTexts headers, String name, Function<String, T> reading) {
    return read(name, headers.require(name), reading);
  }

  private static <T> @Nullable T optional(
      HeaderTexts headers, String name, Function<String, T> reading) {
    return headers.find(name).map(text -> read(name, text, reading)).orElse(null);
  }

  private static <T> T read(String name, String text, Function<String, T> reading) {
    try {
      return reading.apply(text);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new RefusedRecordException(
          "header " + name + " is malformed: '" + Quotes.quote(text) + "'", e);
    }
  }

  private void requireMine(String addressee) {
    if (!handler.value().equals(addressee)) {
      throw new RefusedRecordException(
          "misrouted: this copy is for handler '"
              + Quotes.quote(addressee)
              + "' and not for "
              + handler);
    }
  }
}

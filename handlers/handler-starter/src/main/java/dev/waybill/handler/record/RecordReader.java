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
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Reads the headers of one handler's records. A record that it refuses is a failing delivery for
 * now: tried again in place, visibly, never passed over. Thread-safe.
 */
public final class RecordReader {

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
    try {
      return new Message(
          MessageId.of(headers.require(WireHeaders.ID)),
          new MessageType(
              headers.require(WireHeaders.TYPE),
              Integer.parseInt(headers.require(WireHeaders.SCHEMA_VERSION))),
          new TenantId(headers.require(WireHeaders.TENANT_ID)),
          new OrderingKey(headers.require(WireHeaders.PARTITION_KEY)),
          headers.find(WireHeaders.CORRELATION_ID).map(CorrelationId::new).orElse(null),
          headers.find(WireHeaders.COMMITTED_AT).map(Instant::parse).orElse(null));
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new RefusedRecordException("a header is malformed: " + e.getMessage(), e);
    }
  }

  private void requireMine(String addressee) {
    if (!handler.value().equals(addressee)) {
      throw new RefusedRecordException(
          "misrouted: this copy is for handler '" + addressee + "' and not for " + handler);
    }
  }
}

package dev.waybill.relay.stream;

import dev.waybill.contract.message.MessageId;
import dev.waybill.relay.ledger.SeqId;
import dev.waybill.relay.outbox.OutboxMessage;
import io.debezium.data.Envelope.Operation;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Reads the engine's records. Only inserts mean anything: the outbox is written once, and what
 * updates or deletes a row afterwards does not unsay the message.
 */
final class ChangeDecoder {

  private static final String OUTBOX = ".outbox.message";
  private static final String HEARTBEAT = ".outbox.relay_heartbeat";

  private ChangeDecoder() {}

  /**
   * @throws UndecodableRecordException when the record is an insert that cannot be read
   */
  static StreamEvent decode(SourceRecord record) {
    if (!(record.value() instanceof Struct change)
        || change.schema().field("op") == null
        || !Operation.CREATE.code().equals(change.getString("op"))) {
      return new StreamEvent.Other();
    }
    try {
      return decode(record.topic(), change);
    } catch (RuntimeException e) {
      throw new UndecodableRecordException(
          "a change of " + record.topic() + " at " + record.sourceOffset() + " cannot be read", e);
    }
  }

  private static StreamEvent decode(String topic, Struct change) {
    Struct row = change.getStruct("after");
    if (topic.endsWith(OUTBOX)) {
      return new StreamEvent.Staged(message(row, change.getStruct("source")));
    }
    if (topic.endsWith(HEARTBEAT)) {
      return new StreamEvent.Beat(row.getString("relay"), row.getInt64("beat"));
    }
    return new StreamEvent.Other();
  }

  private static OutboxMessage message(Struct row, Struct source) {
    return new OutboxMessage(
        new SeqId(row.getInt64("seq"), MessageId.of(row.getString("message_id"))),
        row.getString("envelope"),
        row.getString("payload"),
        new OutboxMessage.CommitTime(commitTime(source), true));
  }

  private static Instant commitTime(Struct source) {
    long micros = source.getInt64("ts_us");
    long seconds = Math.floorDiv(micros, TimeUnit.SECONDS.toMicros(1));
    long rest = Math.floorMod(micros, TimeUnit.SECONDS.toMicros(1));
    return Instant.ofEpochSecond(seconds, TimeUnit.MICROSECONDS.toNanos(rest));
  }
}

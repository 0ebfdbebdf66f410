package dev.waybill.handler.deadletter;

import dev.waybill.contract.wire.DeadLetterHeaders;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.handler.inbox.DeadLetterTable.Death;
import dev.waybill.handler.record.RawHeader;
import dev.waybill.handler.record.RawRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Makes the record of a dead letter. Key, value and the message's headers are as they came. What an
 * earlier death or replay added is replaced, so that the size stays the same however often it dies.
 */
final class DeadLetterRecord {

  /** Characters of the error's message. */
  private static final int LONGEST = 500;

  private DeadLetterRecord() {}

  /** The record for a topic; Kafka chooses the partition by the key, whatever their number. */
  static ProducerRecord<byte[], byte[]> of(String topic, RawRecord original, Death death) {
    byte[] key =
        original.key() == null
            ? death.messageId().toString().getBytes(StandardCharsets.UTF_8)
            : original.key();
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, key, original.value());
    headers(original, death).forEach(header -> record.headers().add(header.name(), header.value()));
    return record;
  }

  private static List<RawHeader> headers(RawRecord original, Death death) {
    List<RawHeader> headers = new ArrayList<>();
    for (RawHeader header : original.headers()) {
      boolean ours =
          header.name().startsWith(DeadLetterHeaders.PREFIX)
              || header.name().equals(WireHeaders.REPLAY_ID);
      if (!ours) {
        headers.add(header);
      }
    }
    headers.add(RawHeader.text(DeadLetterHeaders.ERROR_CODE, death.errorCode()));
    headers.add(RawHeader.text(DeadLetterHeaders.ERROR_MESSAGE, cut(death.errorMessage())));
    headers.add(number(DeadLetterHeaders.ATTEMPTS, death.attempts()));
    headers.add(number(DeadLetterHeaders.DEATH, death.death()));
    headers.add(time(DeadLetterHeaders.FIRST_FAILED_AT, death.firstFailedAt()));
    headers.add(time(DeadLetterHeaders.LAST_FAILED_AT, death.lastFailedAt()));
    headers.add(RawHeader.text(DeadLetterHeaders.TOPIC, death.topic()));
    headers.add(number(DeadLetterHeaders.PARTITION, death.partition()));
    headers.add(number(DeadLetterHeaders.OFFSET, death.offset()));
    return headers;
  }

  private static RawHeader number(String name, long value) {
    return RawHeader.text(name, Long.toString(value));
  }

  private static RawHeader time(String name, Instant value) {
    return RawHeader.text(name, value.truncatedTo(ChronoUnit.MILLIS).toString());
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
  }
}

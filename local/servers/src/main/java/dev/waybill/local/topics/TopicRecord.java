package dev.waybill.local.topics;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * One record as read: nothing is decoded and the headers keep their order and their repetitions.
 * Compared by identity of the bytes.
 *
 * @param timestamp milliseconds since the epoch, as set by the producer
 * @param value the value's bytes; null for a tombstone
 */
@SuppressWarnings("ArrayRecordComponent")
public record TopicRecord(
    String topic,
    int partition,
    long offset,
    long timestamp,
    @Nullable String key,
    List<RecordHeader> headers,
    byte @Nullable [] value) {

  /** Headers are copied. */
  public TopicRecord {
    headers = List.copyOf(headers);
  }

  static TopicRecord of(ConsumerRecord<String, byte[]> read) {
    List<RecordHeader> headers = new ArrayList<>();
    for (Header header : read.headers()) {
      headers.add(new RecordHeader(header.key(), header.value()));
    }
    return new TopicRecord(
        read.topic(),
        read.partition(),
        read.offset(),
        read.timestamp(),
        read.key(),
        headers,
        read.value());
  }

  /** The text of the last header of that name, as consumers take it. */
  public Optional<String> header(String name) {
    return headers.stream()
        .filter(header -> header.name().equals(name))
        .reduce((first, second) -> second)
        .map(RecordHeader::text);
  }

  /** The value as UTF-8 text; empty for a tombstone. */
  public String text() {
    return value == null ? "" : new String(value, StandardCharsets.UTF_8);
  }
}

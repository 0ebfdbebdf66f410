package dev.waybill.handler.deadletter;

import dev.waybill.contract.wire.DeadLetterHeaders;
import dev.waybill.handler.RecordPosition;
import dev.waybill.handler.record.RawHeader;
import dev.waybill.handler.record.RawRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads one dead letter back from its topic. A client of its own for each: it is needed rarely, and
 * then for one record. Takes up to ten seconds. Thread-safe.
 */
public final class DeadLetterReader {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Map<String, Object> settings;

  /**
   * @param settings of a consumer without a group
   */
  public DeadLetterReader(Map<String, Object> settings) {
    this.settings = Map.copyOf(settings);
  }

  /**
   * Which dead letter is meant. A topic that was made again may have something else at the place.
   *
   * @param place in the dead-letter topic
   * @param death its number
   * @param copy where the copy was that its handler took in first
   */
  public record Wanted(RecordPosition place, int death, RecordPosition copy) {}

  /**
   * The original record, without what its death added; empty when the topic does not have it any
   * more.
   *
   * @throws KafkaException when Kafka does not answer
   */
  public Optional<RawRecord> read(Wanted wanted) {
    TopicPartition partition =
        new TopicPartition(wanted.place().topic(), wanted.place().partition());
    try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
      boolean there =
          consumer.partitionsFor(partition.topic(), PATIENCE).stream()
              .anyMatch(known -> known.partition() == partition.partition());
      return there
          ? record(consumer, partition, wanted.place().offset())
              .map(RawRecord::of)
              .filter(record -> isOf(record, wanted))
              .map(DeadLetterReader::original)
          : Optional.empty();
    }
  }

  private static Optional<ConsumerRecord<byte[], byte[]>> record(
      Consumer<byte[], byte[]> consumer, TopicPartition partition, long offset) {
    List<TopicPartition> only = List.of(partition);
    long end = consumer.endOffsets(only, PATIENCE).getOrDefault(partition, 0L);
    if (offset >= end) {
      return Optional.empty();
    }
    consumer.assign(only);
    consumer.seek(partition, offset);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      try {
        for (ConsumerRecord<byte[], byte[]> found : consumer.poll(Duration.ofMillis(200))) {
          return found.offset() == offset ? Optional.of(found) : Optional.empty();
        }
      } catch (OffsetOutOfRangeException e) {
        return Optional.empty();
      }
    }
    throw new TimeoutException("no record of " + partition + " within " + PATIENCE);
  }

  private static boolean isOf(RawRecord record, Wanted wanted) {
    return text(record, DeadLetterHeaders.DEATH).equals(Integer.toString(wanted.death()))
        && text(record, DeadLetterHeaders.TOPIC).equals(wanted.copy().topic())
        && text(record, DeadLetterHeaders.PARTITION)
            .equals(Integer.toString(wanted.copy().partition()))
        && text(record, DeadLetterHeaders.OFFSET).equals(Long.toString(wanted.copy().offset()));
  }

  private static String text(RawRecord record, String name) {
    return record.headers().stream()
        .filter(header -> header.name().equals(name))
        .map(RawHeader::value)
        .map(value -> value == null ? "" : new String(value, StandardCharsets.UTF_8))
        .findFirst()
        .orElse("");
  }

  private static RawRecord original(RawRecord record) {
    return new RawRecord(
        record.key(),
        record.value(),
        record.headers().stream()
            .filter(header -> !header.name().startsWith(DeadLetterHeaders.PREFIX))
            .toList());
  }
}

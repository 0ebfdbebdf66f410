package dev.waybill.cli.schemas;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.wire.WireHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads topics from their beginnings to where they ended when the reading began. What a transaction
 * wrote that was aborted is no record; one that is still open is waited for.
 */
final class TopicReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(500);

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final KafkaConsumer<byte[], byte[]> consumer;

  /** Knows where topics end with the records of open transactions. */
  private final KafkaConsumer<byte[], byte[]> uncommitted;

  private final Duration patience;

  TopicReader(Properties properties) {
    this(properties, PATIENCE);
  }

  /**
   * @param patience so long without a record, and a topic that is not read to its end is given up
   */
  TopicReader(Properties properties, Duration patience) {
    this.consumer = consumer(properties, "read_committed");
    this.uncommitted = consumer(properties, "read_uncommitted");
    this.patience = patience;
  }

  private static KafkaConsumer<byte[], byte[]> consumer(Properties properties, String isolation) {
    Properties bounded = new Properties();
    bounded.putAll(properties);
    bounded.setProperty("client.id", "waybill-cli");
    bounded.setProperty("default.api.timeout.ms", "10000");
    bounded.setProperty("request.timeout.ms", "5000");
    bounded.setProperty("enable.auto.commit", "false");
    bounded.setProperty("isolation.level", isolation);
    bounded.setProperty("allow.auto.create.topics", "false");
    return new KafkaConsumer<>(bounded, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /**
   * Whether there is such a topic.
   *
   * @throws org.apache.kafka.common.KafkaException when that cannot be told
   */
  boolean exists(String topic) {
    return !consumer.partitionsFor(topic).isEmpty();
  }

  /**
   * Reads one topic.
   *
   * @param each is told the type of every record; empty where its headers name none
   * @return how many records there were; empty when there is no such topic
   * @throws org.apache.kafka.common.KafkaException when it cannot be read to its end
   */
  Optional<Long> readAll(String topic, Consumer<Optional<MessageType>> each) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(one -> new TopicPartition(topic, one.partition()))
            .toList();
    if (partitions.isEmpty()) {
      return Optional.empty();
    }
    Map<TopicPartition, Long> ends = new HashMap<>(uncommitted.endOffsets(partitions));
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    long records = 0;
    Duration idle = Duration.ZERO;
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      ConsumerRecords<byte[], byte[]> batch = consumer.poll(POLL);
      batch.forEach(found -> each.accept(type(found)));
      records += batch.count();
      idle = batch.isEmpty() ? idle.plus(POLL) : Duration.ZERO;
      if (idle.compareTo(patience) > 0) {
        throw new TimeoutException(
            "nothing came for " + patience + " before its end: is a transaction open on it?");
      }
    }
    return Optional.of(records);
  }

  @Override
  public void close() {
    consumer.close();
    uncommitted.close();
  }

  private static Optional<MessageType> type(ConsumerRecord<byte[], byte[]> found) {
    String name = text(found, WireHeaders.TYPE);
    String version = text(found, WireHeaders.SCHEMA_VERSION);
    try {
      return name == null || version == null
          ? Optional.empty()
          : Optional.of(new MessageType(name, Integer.parseInt(version)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static @Nullable String text(ConsumerRecord<byte[], byte[]> found, String name) {
    Header header = found.headers().lastHeader(name);
    return header == null || header.value() == null
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }
}

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

/** Reads topics from their beginnings to where they ended when the reading began. */
final class TopicReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(500);

  /** So many polls without a record, and a topic that is not read to its end is given up. */
  private static final int PATIENCE = 60;

  private final KafkaConsumer<byte[], byte[]> consumer;

  TopicReader(Properties properties) {
    Properties bounded = new Properties();
    bounded.putAll(properties);
    bounded.setProperty("client.id", "waybill-cli");
    bounded.setProperty("default.api.timeout.ms", "10000");
    bounded.setProperty("request.timeout.ms", "5000");
    bounded.setProperty("enable.auto.commit", "false");
    bounded.setProperty("isolation.level", "read_committed");
    bounded.setProperty("allow.auto.create.topics", "false");
    this.consumer =
        new KafkaConsumer<>(bounded, new ByteArrayDeserializer(), new ByteArrayDeserializer());
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
    Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    long records = 0;
    int idle = 0;
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      ConsumerRecords<byte[], byte[]> batch = consumer.poll(POLL);
      batch.forEach(found -> each.accept(type(found)));
      records += batch.count();
      idle = batch.isEmpty() ? idle + 1 : 0;
      if (idle > PATIENCE) {
        throw new TimeoutException("nothing came for " + POLL.multipliedBy(PATIENCE));
      }
    }
    return Optional.of(records);
  }

  @Override
  public void close() {
    consumer.close();
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

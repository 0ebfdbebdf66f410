package dev.waybill.local.topics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * What arrives on topics from now on, {@code read_committed}: nothing that was there before, and
 * nothing in between is missed. Not thread-safe.
 */
public final class TopicTail implements AutoCloseable {
  private final KafkaConsumer<String, byte[]> consumer;

  private TopicTail(KafkaConsumer<String, byte[]> consumer) {
    this.consumer = consumer;
  }

  /**
   * Begins at the present end of every partition.
   *
   * @throws IllegalStateException when a topic does not exist
   */
  public static TopicTail of(String bootstrapServers, Collection<String> topics) {
    KafkaConsumer<String, byte[]> consumer = Consumers.create(bootstrapServers);
    List<TopicPartition> partitions = Consumers.partitions(consumer, topics);
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    // The end is only looked up when it is needed: that must be now, not at the first poll.
    partitions.forEach(consumer::position);
    return new TopicTail(consumer);
  }

  /** What has arrived since the last call; waits up to {@code timeout} if that is nothing. */
  public List<TopicRecord> poll(Duration timeout) {
    List<TopicRecord> records = new ArrayList<>();
    consumer.poll(timeout).forEach(read -> records.add(TopicRecord.of(read)));
    return records;
  }

  /**
   * Where every partition ends now, for readers with {@code read_committed}: the last stable
   * offset, below which every transaction is decided.
   *
   * @throws org.apache.kafka.common.errors.TimeoutException when Kafka does not answer in time
   */
  public Ends ends(Duration timeout) {
    return new Ends(consumer.endOffsets(consumer.assignment(), timeout));
  }

  /** Whether everything before these ends was handed out by {@link #poll}. */
  public boolean isPast(Ends ends) {
    return ends.offsets().entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  @Override
  public void close() {
    consumer.close();
  }

  /** The ends of all partitions at a time; made by {@link #ends}. */
  public record Ends(Map<TopicPartition, Long> offsets) {
    /** Offsets are copied. */
    public Ends {
      offsets = Map.copyOf(offsets);
    }
  }
}

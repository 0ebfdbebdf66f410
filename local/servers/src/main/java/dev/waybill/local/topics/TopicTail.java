package dev.waybill.local.topics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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

  @Override
  public void close() {
    consumer.close();
  }
}

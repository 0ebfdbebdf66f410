package dev.waybill.local.topics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads whole topics, every partition from its beginning to its end at the time of the call, {@code
 * read_committed}: the end is the last stable offset, so records behind an open transaction are not
 * seen. Joins no consumer group and commits nothing. Safe for use from several threads; each call
 * opens a consumer of its own.
 */
public final class TopicReader {
  private static final Duration POLL = Duration.ofMillis(200);

  private final String bootstrapServers;

  /** Reads from the cluster at {@code bootstrapServers}. */
  public TopicReader(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /** All records of the topics: by topic and partition in the order of their offsets. */
  public List<TopicRecord> readAll(String... topics) {
    List<TopicRecord> records = new ArrayList<>();
    readAll(Arrays.asList(topics), records::add);
    return records;
  }

  /**
   * Hands every record to {@code sink} as it is read, in offset order within each partition.
   *
   * @throws IllegalStateException when a topic does not exist
   */
  public void readAll(Collection<String> topics, Consumer<TopicRecord> sink) {
    try (KafkaConsumer<String, byte[]> consumer = Consumers.create(bootstrapServers)) {
      List<TopicPartition> partitions = Consumers.partitions(consumer, topics);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> open = new HashMap<>(consumer.endOffsets(partitions));
      open.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
      while (!open.isEmpty()) {
        for (var read : consumer.poll(POLL)) {
          Long end = open.get(new TopicPartition(read.topic(), read.partition()));
          if (end != null && read.offset() < end) {
            sink.accept(TopicRecord.of(read));
          }
        }
        // The position, not the last record, since commit markers take offsets as well.
        open.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
      }
    }
  }
}

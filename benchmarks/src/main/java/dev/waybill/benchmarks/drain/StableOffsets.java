package dev.waybill.benchmarks.drain;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * How far topics can be read with {@code read_committed}: the last stable offsets of all partitions
 * together. Asking costs next to nothing, while a consumer of everything would take the processors
 * from what is measured.
 */
final class StableOffsets implements AutoCloseable {

  private final Admin admin;
  private final Map<TopicPartition, OffsetSpec> partitions;

  private StableOffsets(Admin admin, Map<TopicPartition, OffsetSpec> partitions) {
    this.admin = admin;
    this.partitions = partitions;
  }

  static StableOffsets of(String bootstrapServers, Collection<String> topics)
      throws InterruptedException, ExecutionException {
    Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    List<TopicDescription> found =
        new ArrayList<>(admin.describeTopics(topics).allTopicNames().get().values());
    Map<TopicPartition, OffsetSpec> partitions = new HashMap<>();
    for (TopicDescription topic : found) {
      topic
          .partitions()
          .forEach(
              partition ->
                  partitions.put(
                      new TopicPartition(topic.name(), partition.partition()),
                      OffsetSpec.latest()));
    }
    return new StableOffsets(admin, partitions);
  }

  /** Their sum; it counts the marker that ends each transaction in a partition as well. */
  long sum() throws InterruptedException, ExecutionException {
    return admin
        .listOffsets(partitions, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
        .all()
        .get()
        .values()
        .stream()
        .mapToLong(offset -> offset.offset())
        .sum();
  }

  @Override
  public void close() {
    admin.close();
  }
}

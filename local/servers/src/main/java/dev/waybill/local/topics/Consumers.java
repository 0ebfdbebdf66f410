package dev.waybill.local.topics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Consumers without a group, which assign partitions themselves. */
final class Consumers {
  private Consumers() {}

  static KafkaConsumer<String, byte[]> create(String bootstrapServers) {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers",
            bootstrapServers,
            "isolation.level",
            "read_committed",
            "allow.auto.create.topics",
            false,
            "max.poll.records",
            5000),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }

  static List<TopicPartition> partitions(
      KafkaConsumer<String, byte[]> consumer, Collection<String> topics) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : topics) {
      List<PartitionInfo> found = consumer.partitionsFor(topic);
      if (found == null || found.isEmpty()) {
        throw new IllegalStateException("no such topic: " + topic);
      }
      found.forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
    }
    return partitions;
  }
}

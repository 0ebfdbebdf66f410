package dev.waybill.cli.doctor.kafka;

import java.util.Optional;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.TopicConfig;

/**
 * What matters of a topic.
 *
 * @param replicas of the partition that has the fewest
 * @param inSync replicas in sync of the partition that has the fewest
 * @param cleanupPolicy {@code delete}, {@code compact} or both
 */
record TopicState(int partitions, int replicas, int inSync, int minInSync, String cleanupPolicy) {

  static TopicState of(TopicDescription topic, Config config) {
    return new TopicState(
        topic.partitions().size(),
        fewest(topic, true),
        fewest(topic, false),
        Integer.parseInt(setting(config, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "1")),
        setting(config, TopicConfig.CLEANUP_POLICY_CONFIG, ""));
  }

  private static int fewest(TopicDescription topic, boolean all) {
    int fewest = Integer.MAX_VALUE;
    for (TopicPartitionInfo partition : topic.partitions()) {
      fewest = Math.min(fewest, (all ? partition.replicas() : partition.isr()).size());
    }
    return fewest;
  }

  private static String setting(Config config, String name, String otherwise) {
    return Optional.ofNullable(config.get(name)).map(entry -> entry.value()).orElse(otherwise);
  }
}

package dev.waybill.handler.consume;

import dev.waybill.handler.position.Position;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells Kafka how far the database is, so that everybody's lag monitoring works. Nothing reads it
 * here, so a commit that fails harms nobody; it is sent again as long as the partition is read here
 * and nothing newer was noted. Used on the consuming thread.
 */
final class MonitoringCommits {

  private static final Logger LOG = LoggerFactory.getLogger(MonitoringCommits.class);

  private final Map<TopicPartition, OffsetAndMetadata> noted = new HashMap<>();
  private final Map<TopicPartition, OffsetAndMetadata> open = new HashMap<>();

  static OffsetAndMetadata offset(Position position) {
    return new OffsetAndMetadata(
        position.offset(), Optional.ofNullable(position.leaderEpoch()), "");
  }

  void note(TopicPartition partition, Position next) {
    OffsetAndMetadata offset = offset(next);
    noted.put(partition, offset);
    open.put(partition, offset);
  }

  void forget(TopicPartition partition) {
    noted.remove(partition);
    open.remove(partition);
  }

  /** Sends what was noted since the last time. */
  void flush(Consumer<?, ?> consumer) {
    if (open.isEmpty()) {
      return;
    }
    consumer.commitAsync(
        Map.copyOf(open),
        (offsets, failure) -> {
          if (failure != null) {
            LOG.debug("offsets for monitoring were not committed: {}", offsets, failure);
            offsets.forEach(this::reopen);
          }
        });
    open.clear();
  }

  private void reopen(TopicPartition partition, OffsetAndMetadata failed) {
    if (failed.equals(noted.get(partition))) {
      open.put(partition, failed);
    }
  }
}

package dev.waybill.handler.consume;

import dev.waybill.handler.position.TopicId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks Kafka which topic a name stands for. Thread-safe. */
final class TopicLookup implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TopicLookup.class);

  /** Longer than anything. */
  static final Duration FOREVER = Duration.ofDays(365_000);

  private static final int PATIENCE_MS = 5_000;

  private final Admin admin;

  TopicLookup(ConsumerSettings settings) {
    this.admin = Admin.create(settings.admin());
  }

  /**
   * The topic's identity, or empty when there is no such topic.
   *
   * @throws KafkaException when Kafka does not answer or refuses
   */
  Optional<TopicId> find(String topic) {
    DescribeTopicsOptions options = new DescribeTopicsOptions().timeoutMs(PATIENCE_MS);
    try {
      Uuid id =
          admin.describeTopics(List.of(topic), options).allTopicNames().get().values().stream()
              .findFirst()
              .orElseThrow()
              .topicId();
      return Optional.of(
          new TopicId(new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits())));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw new KafkaException("cannot ask Kafka about topic " + topic, e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /**
   * How long a topic may keep a record: its retention and a segment that is not closed yet. Empty
   * when there is no such topic.
   *
   * @return with {@link #FOREVER} for a topic that removes nothing
   * @throws KafkaException when Kafka does not answer or refuses
   */
  Optional<Duration> keeps(String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    DescribeConfigsOptions options = new DescribeConfigsOptions().timeoutMs(PATIENCE_MS);
    try {
      Config config = admin.describeConfigs(List.of(resource), options).all().get().get(resource);
      return Optional.ofNullable(config).map(TopicLookup::keeps);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      if (e.getCause() instanceof AuthorizationException) {
        LOG.warn(
            "Kafka does not tell how long it keeps {} (right DESCRIBE_CONFIGS): see to it that"
                + " waybill.handler.inbox.retention is longer",
            topic);
        return Optional.empty();
      }
      throw new KafkaException("cannot ask Kafka how long it keeps " + topic, e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private static Duration keeps(Config config) {
    long retention = Long.parseLong(config.get(TopicConfig.RETENTION_MS_CONFIG).value());
    long segment = Long.parseLong(config.get(TopicConfig.SEGMENT_MS_CONFIG).value());
    boolean deletes =
        config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value().contains("delete") && retention >= 0;
    return deletes ? Duration.ofMillis(retention).plusMillis(segment) : FOREVER;
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(2));
  }
}

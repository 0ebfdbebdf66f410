package dev.waybill.handler.consume;

import dev.waybill.handler.position.TopicId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks Kafka which topic a name stands for. Thread-safe. */
final class TopicLookup implements AutoCloseable {

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

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(2));
  }
}

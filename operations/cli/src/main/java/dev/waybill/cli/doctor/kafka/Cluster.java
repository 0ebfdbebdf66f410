package dev.waybill.cli.doctor.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks one Kafka cluster; every call is bounded in time and fails with a {@link KafkaException}.
 */
final class Cluster implements AutoCloseable {

  private static final String REQUEST_TIMEOUT = "3000";
  private static final String CALL_TIMEOUT = "5000";

  private final Admin admin;

  Cluster(Properties properties) {
    Properties bounded = new Properties();
    bounded.putAll(properties);
    bounded.setProperty("client.id", "waybill-cli");
    bounded.setProperty("request.timeout.ms", REQUEST_TIMEOUT);
    bounded.setProperty("default.api.timeout.ms", CALL_TIMEOUT);
    bounded.setProperty("socket.connection.setup.timeout.ms", REQUEST_TIMEOUT);
    bounded.setProperty("socket.connection.setup.timeout.max.ms", REQUEST_TIMEOUT);
    this.admin = Admin.create(bounded);
  }

  /** Name and number of brokers. */
  Identity identity() {
    DescribeClusterResult cluster = admin.describeCluster();
    return new Identity(get(cluster.clusterId()), get(cluster.nodes()).size());
  }

  /** The topics that exist, by name. */
  Map<String, TopicDescription> topics(Collection<String> names) {
    Map<String, TopicDescription> found = new HashMap<>();
    admin
        .describeTopics(names)
        .topicNameValues()
        .forEach(
            (name, future) -> {
              try {
                found.put(name, get(future));
              } catch (UnknownTopicOrPartitionException e) {
                // It is missing: that is the answer.
                return;
              }
            });
    return found;
  }

  /** The settings in force of topics that exist, by name. */
  Map<String, Config> settings(Collection<String> names) {
    List<ConfigResource> resources =
        names.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    Map<String, Config> settings = new HashMap<>();
    get(admin.describeConfigs(resources).all())
        .forEach((resource, config) -> settings.put(resource.name(), config));
    return settings;
  }

  /** What the partitions know of those who write to them. */
  Map<TopicPartition, PartitionProducerState> producers(Collection<TopicPartition> partitions) {
    return get(admin.describeProducers(partitions).all());
  }

  /** Transactional ids by producer id, as far as the coordinators know them. */
  Map<Long, String> transactionalIds(Collection<Long> producerIds) {
    Map<Long, String> ids = new HashMap<>();
    ListTransactionsOptions options =
        new ListTransactionsOptions().filterProducerIds(new ArrayList<>(producerIds));
    for (TransactionListing listing : get(admin.listTransactions(options).all())) {
      ids.put(listing.producerId(), listing.transactionalId());
    }
    return ids;
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }

  private static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof KafkaException cause) {
        throw cause;
      }
      throw new KafkaException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptException(e);
    }
  }

  /** A cluster. */
  record Identity(String id, int brokers) {}
}

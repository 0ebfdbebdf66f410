package dev.waybill.relay.publish;

import dev.waybill.relay.status.NotReadyException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the cluster about topics and makes them. Each call answers within some seconds or says that
 * Kafka cannot be reached. Safe for use from several threads.
 */
final class TopicAdmin implements AutoCloseable {

  static final int TIMEOUT_SECONDS = 10;
  private static final Logger LOG = LoggerFactory.getLogger(TopicAdmin.class);
  private static final int PROBE_MILLIS = 5_000;

  private final KafkaConnection connection;
  private @Nullable Admin client;

  TopicAdmin(KafkaConnection connection) {
    this.connection = connection;
  }

  /** Made late, since a name that cannot be resolved fails here and may be resolved later. */
  private synchronized Admin admin() {
    Admin made = client;
    if (made == null) {
      Map<String, Object> settings = new HashMap<>(connection.common());
      settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_SECONDS * 1_000);
      made = Admin.create(settings);
      client = made;
    }
    return made;
  }

  /** Whether the cluster answers at all; says so within some seconds. */
  boolean answers() {
    try {
      get(
          admin()
              .describeCluster(new DescribeClusterOptions().timeoutMs(PROBE_MILLIS))
              .clusterId());
      return true;
    } catch (ExecutionException | KafkaException | NotReadyException e) {
      return false;
    }
  }

  /**
   * What is known of each topic.
   *
   * @throws NotReadyException when the cluster does not answer
   */
  Map<String, Description> describe(Collection<String> names) {
    Map<String, Description> found = new HashMap<>();
    DescribeTopicsOptions withRights =
        new DescribeTopicsOptions().includeAuthorizedOperations(true);
    admin()
        .describeTopics(names, withRights)
        .topicNameValues()
        .forEach((name, future) -> found.put(name, description(future)));
    return found;
  }

  private Description description(KafkaFuture<TopicDescription> future) {
    try {
      return new Description.Present(get(future));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return new Description.Missing();
      }
      return new Description.Refused(ofTopic(e));
    }
  }

  /**
   * The settings of topics that exist and may be asked about.
   *
   * @throws NotReadyException when the cluster does not answer
   */
  Map<String, Config> configs(Collection<String> names) {
    List<ConfigResource> resources =
        names.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    Map<String, Config> found = new HashMap<>();
    admin()
        .describeConfigs(resources)
        .values()
        .forEach(
            (resource, future) -> {
              try {
                found.put(resource.name(), get(future));
              } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                  ofTopic(e);
                }
              }
            });
    return found;
  }

  /**
   * Makes a topic and returns when the whole cluster knows it. One that exists is left alone.
   *
   * @return why it could not be made, empty when it was
   * @throws NotReadyException when the cluster does not answer
   */
  Optional<String> create(NewTopic topic) {
    try {
      get(admin().createTopics(List.of(topic)).all());
      LOG.warn(
          "Topic {} was missing and was made. If it was there before, what it held is gone, and is"
              + " not sent again",
          topic.name());
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        return Optional.of(words(e));
      }
    }
    awaitKnown(topic.name());
    return Optional.empty();
  }

  /** A new topic is not known to every request at once. */
  private void awaitKnown(String name) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (!(describe(List.of(name)).get(name) instanceof Description.Present)
        || configs(List.of(name)).isEmpty()) {
      if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
        throw new NotReadyException(
            "topic " + name + " was created but is not known to the cluster yet", "waiting for it");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  /** The words of a failure that concerns one topic; any other says that Kafka is unreachable. */
  private String ofTopic(ExecutionException e) {
    if (e.getCause() instanceof AuthorizationException
        || e.getCause() instanceof InvalidTopicException) {
      return words(e);
    }
    throw unreachable(words(e), e);
  }

  private <T> T get(KafkaFuture<T> future) throws ExecutionException {
    try {
      return future.get(TIMEOUT_SECONDS + 2, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw unreachable("no answer in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted while waiting", e);
    }
  }

  private NotReadyException unreachable(String words, Exception cause) {
    return new NotReadyException(
        "Kafka at " + connection.servers() + " cannot be asked about topics: " + words,
        "waiting for it; check the address, the network and the credentials",
        cause);
  }

  private static String words(ExecutionException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return cause.getClass().getSimpleName() + ": " + cause.getMessage();
  }

  @Override
  public synchronized void close() {
    if (client != null) {
      client.close(Duration.ZERO);
    }
  }

  /** What the cluster says about one topic. */
  sealed interface Description {

    /** It is there. */
    record Present(TopicDescription topic) implements Description {}

    /** It is not there. */
    record Missing() implements Description {}

    /** It may not be asked about. */
    record Refused(String words) implements Description {}
  }
}

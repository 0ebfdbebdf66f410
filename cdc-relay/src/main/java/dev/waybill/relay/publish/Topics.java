package dev.waybill.relay.publish;

import dev.waybill.contract.subscription.Subscription;
import dev.waybill.relay.settings.RelayProperties.TopicMode;
import dev.waybill.relay.status.NotReadyException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Creates or checks the topics that a batch will touch, before anything is sent: a send to a
 * missing topic blocks, and a broker must never create one by itself.
 */
public final class Topics {

  private static final int TIMEOUT_SECONDS = 10;

  private final KafkaConnection connection;
  private final TopicMode mode;
  private final boolean development;

  public Topics(KafkaConnection connection, TopicMode mode, boolean development) {
    this.connection = connection;
    this.mode = mode;
    this.development = development;
  }

  /**
   * Returns when the topics exist as needed.
   *
   * @throws NotReadyException naming the topic and what to do about it
   */
  public void ensureHandlers(List<Subscription> subscriptions) {
    Map<String, Wanted> wanted = new TreeMap<>();
    for (Subscription subscription : subscriptions) {
      wanted.put(subscription.topic(), new Wanted(subscription.layout().partitions(), Map.of()));
    }
    ensure(wanted);
  }

  /**
   * Returns when the ledger topic exists, with one partition, compacted.
   *
   * @throws NotReadyException naming the topic and what to do about it
   */
  public void ensureLedger(String topic) {
    Map<String, String> compacted =
        Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    ensure(Map.of(topic, new Wanted(1, compacted)));
  }

  private void ensure(Map<String, Wanted> wanted) {
    Map<String, Object> settings = new HashMap<>(connection.common());
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_SECONDS * 1_000);
    try (Admin admin = Admin.create(settings)) {
      Map<String, TopicDescription> present = describe(admin, wanted.keySet());
      for (Map.Entry<String, Wanted> entry : wanted.entrySet()) {
        TopicDescription topic = present.get(entry.getKey());
        if (topic == null) {
          missing(admin, entry.getKey(), entry.getValue());
        } else {
          requirePartitions(topic, entry.getValue());
        }
      }
      requireSettings(admin, wanted);
    }
  }

  private void missing(Admin admin, String name, Wanted wanted) {
    if (mode == TopicMode.CHECK) {
      throw new NotReadyException(
          "topic " + name + " does not exist",
          "create it with "
              + wanted.partitions()
              + " partitions, or set waybill.relay.topics=create");
    }
    Map<String, String> configs = new HashMap<>(wanted.configs());
    short replicas = development ? (short) 1 : (short) 3;
    configs.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, development ? "1" : "2");
    NewTopic topic = new NewTopic(name, wanted.partitions(), replicas).configs(configs);
    try {
      get(admin.createTopics(List.of(topic)).all());
      awaitKnown(admin, name);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw new NotReadyException(
            "topic " + name + " cannot be created: " + words(e),
            "create it with " + wanted.partitions() + " partitions, or allow the relay to",
            e);
      }
    }
  }

  /** A new topic is not known to every request at once. */
  private void awaitKnown(Admin admin, String name) throws ExecutionException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (describe(admin, Set.of(name)).isEmpty() || !configured(admin, name)) {
      if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
        throw new NotReadyException(
            "topic " + name + " was created but is not known to the cluster yet", "waiting for it");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  private boolean configured(Admin admin, String name) throws ExecutionException {
    try {
      return !get(admin.describeConfigs(List.of(resource(name))).all()).isEmpty();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw e;
    }
  }

  private static void requirePartitions(TopicDescription topic, Wanted wanted) {
    int partitions = topic.partitions().size();
    if (partitions != wanted.partitions()) {
      throw new NotReadyException(
          "topic "
              + topic.name()
              + " has "
              + partitions
              + " partitions, its subscription says "
              + wanted.partitions(),
          "make both say the same; the order of a key holds only while the count stays");
    }
  }

  private void requireSettings(Admin admin, Map<String, Wanted> wanted) {
    List<ConfigResource> resources = new ArrayList<>();
    wanted.keySet().forEach(name -> resources.add(resource(name)));
    Map<ConfigResource, Config> configs = describe(admin, resources);
    for (Map.Entry<String, Wanted> entry : wanted.entrySet()) {
      Config config = configs.getOrDefault(resource(entry.getKey()), new Config(List.of()));
      entry
          .getValue()
          .configs()
          .forEach((name, value) -> require(config, entry.getKey(), name, value));
      if (!development && inSync(config) < 2) {
        throw new NotReadyException(
            "topic " + entry.getKey() + " has min.insync.replicas below 2",
            "raise it and the replication factor, or set waybill.relay.development=true"
                + " where losing messages with a broker is accepted");
      }
    }
  }

  private static void require(Config config, String topic, String name, String value) {
    ConfigEntry entry = config.get(name);
    String actual = entry == null ? "unset" : entry.value();
    if (!value.equals(actual)) {
      throw new NotReadyException(
          "topic " + topic + " has " + name + "=" + actual, "set " + name + "=" + value + " on it");
    }
  }

  private static int inSync(Config config) {
    ConfigEntry entry = config.get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
    return entry == null ? 0 : Integer.parseInt(entry.value());
  }

  private Map<String, TopicDescription> describe(Admin admin, Set<String> names) {
    Map<String, TopicDescription> present = new HashMap<>();
    admin
        .describeTopics(names)
        .topicNameValues()
        .forEach(
            (name, future) -> {
              try {
                present.put(name, get(future));
              } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                  throw unreachable(words(e), e);
                }
              }
            });
    return present;
  }

  private Map<ConfigResource, Config> describe(Admin admin, List<ConfigResource> resources) {
    try {
      return get(admin.describeConfigs(resources).all());
    } catch (ExecutionException e) {
      throw unreachable(words(e), e);
    }
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

  private static ConfigResource resource(String topic) {
    return new ConfigResource(ConfigResource.Type.TOPIC, topic);
  }

  /** A topic as it must be. */
  private record Wanted(int partitions, Map<String, String> configs) {}
}

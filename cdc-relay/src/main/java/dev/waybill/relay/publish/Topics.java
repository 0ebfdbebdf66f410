package dev.waybill.relay.publish;

import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.wire.TopicNames;
import dev.waybill.relay.publish.TopicAdmin.Description;
import dev.waybill.relay.settings.RelayProperties.TopicMode;
import dev.waybill.relay.status.NotReadyException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates or checks the topics that a batch will touch, before anything is sent: a send to a
 * missing topic blocks, a topic below its minimum in-sync replicas blocks the end of everyone's
 * transaction, and a broker must never create one by itself. Safe for use from several threads.
 */
public final class Topics implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Topics.class);
  private static final long DEFAULT_MAX_BYTES = 1_048_588;

  /** The compression types of a topic of which the broker itself compresses nothing. */
  private static final Set<String> AS_SENT = Set.of("producer", "uncompressed");

  /** Long enough for people to come back from their holidays. */
  private static final Duration DEAD_LETTER_RETENTION = Duration.ofDays(30);

  private final TopicAdmin admin;
  private final TopicMode mode;
  private final boolean development;
  private final boolean relayCompresses;

  /** Topics of dead letters that were seen or made, and need not be asked for again. */
  private final Set<String> made = ConcurrentHashMap.newKeySet();

  /** Connects when it is first asked something. */
  public Topics(KafkaConnection connection, TopicMode mode, boolean development) {
    this.admin = new TopicAdmin(connection);
    this.mode = mode;
    this.development = development;
    this.relayCompresses = connection.compresses();
  }

  /** Whether the cluster answers at all; says so within some seconds. */
  public boolean answers() {
    return admin.answers();
  }

  /**
   * Looks at the topics of subscriptions, by topic; a missing one is made where that is allowed.
   *
   * @throws NotReadyException when the cluster does not answer
   */
  public Map<String, TopicState> look(Collection<Subscription> subscriptions) {
    Map<String, Integer> wanted = new TreeMap<>();
    for (Subscription subscription : subscriptions) {
      wanted.put(subscription.topic(), subscription.layout().partitions());
    }
    Map<String, TopicState> states = new HashMap<>();
    makeDeadLetterTopics(wanted.keySet());
    Map<String, Description> found = admin.describe(wanted.keySet());
    Map<String, Config> configs = admin.configs(wanted.keySet());
    wanted.forEach(
        (topic, partitions) -> {
          Description description = found.getOrDefault(topic, new Description.Missing());
          states.put(
              topic,
              description instanceof Description.Missing
                  ? missing(new Wanted(topic, partitions, Map.of()))
                  : state(description, partitions, configs.get(topic)));
        });
    return states;
  }

  /**
   * Makes the topic of dead letters beside each topic. The relay sends nothing there, so whether it
   * is there holds up no lane; the handler says so when it cannot send.
   */
  private void makeDeadLetterTopics(Set<String> topics) {
    if (mode == TopicMode.CHECK) {
      return;
    }
    List<String> names =
        topics.stream().map(TopicNames::deadLetters).filter(name -> !made.contains(name)).toList();
    Map<String, Description> found = names.isEmpty() ? Map.of() : admin.describe(names);
    for (String name : names) {
      if (found.get(name) instanceof Description.Missing) {
        makeDeadLetterTopic(name);
      }
      made.add(name);
    }
  }

  private void makeDeadLetterTopic(String name) {
    String retention = Long.toString(DEAD_LETTER_RETENTION.toMillis());
    TopicState state =
        missing(new Wanted(name, 1, Map.of(TopicConfig.RETENTION_MS_CONFIG, retention)));
    if (state instanceof TopicState.Unusable unusable) {
      LOG.warn("{}: {}", unusable.reason(), unusable.remedy());
    }
  }

  /**
   * Returns when the ledger topic exists, with one partition, compacted.
   *
   * @throws NotReadyException naming the topic and what to do about it
   */
  public void ensureLedger(String topic) {
    Wanted wanted =
        new Wanted(
            topic,
            1,
            Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
    Description found =
        admin.describe(List.of(topic)).getOrDefault(topic, new Description.Missing());
    if (found instanceof Description.Missing) {
      require(missing(wanted));
      found = admin.describe(List.of(topic)).getOrDefault(topic, new Description.Missing());
    }
    Config config = admin.configs(List.of(topic)).get(topic);
    require(state(found, wanted.partitions(), config));
    wanted.settings().forEach((name, value) -> requireSetting(config, topic, name, value));
  }

  private static void require(TopicState state) {
    if (state instanceof TopicState.Unusable unusable) {
      throw new NotReadyException(unusable.reason(), unusable.remedy());
    }
  }

  private static void requireSetting(
      @Nullable Config config, String topic, String name, String value) {
    String actual = setting(config, name).orElse("unset");
    if (!value.equals(actual)) {
      throw new NotReadyException(
          "topic " + topic + " has " + name + "=" + actual, "set " + name + "=" + value + " on it");
    }
  }

  private TopicState missing(Wanted wanted) {
    if (mode == TopicMode.CHECK) {
      return new TopicState.Unusable(
          "topic " + wanted.topic() + " does not exist",
          "create it with "
              + wanted.partitions()
              + " partitions, or set waybill.relay.topics=create");
    }
    Map<String, String> settings = new HashMap<>(wanted.settings());
    short replicas = development ? (short) 1 : (short) 3;
    settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, development ? "1" : "2");
    return admin
        .create(new NewTopic(wanted.topic(), wanted.partitions(), replicas).configs(settings))
        .<TopicState>map(
            words ->
                new TopicState.Unusable(
                    "topic " + wanted.topic() + " cannot be created: " + words,
                    "create it with " + wanted.partitions() + " partitions, or allow the relay to"))
        .orElseGet(
            () ->
                state(
                    admin
                        .describe(List.of(wanted.topic()))
                        .getOrDefault(wanted.topic(), new Description.Missing()),
                    wanted.partitions(),
                    admin.configs(List.of(wanted.topic())).get(wanted.topic())));
  }

  private TopicState state(Description found, int partitions, @Nullable Config config) {
    if (found instanceof Description.Refused refused) {
      return new TopicState.Unusable(
          "a topic cannot be asked about: " + refused.words(),
          "allow the relay's user DESCRIBE, DESCRIBE_CONFIGS and WRITE on it");
    }
    if (!(found instanceof Description.Present present)) {
      return new TopicState.Unusable("a topic is not known yet", "waiting for it");
    }
    TopicDescription topic = present.topic();
    if (topic.partitions().size() != partitions) {
      return new TopicState.Unusable(
          "topic "
              + topic.name()
              + " has "
              + topic.partitions().size()
              + " partitions, its subscription says "
              + partitions,
          "make both say the same; the order of a key holds only while the count stays");
    }
    if (topic.authorizedOperations() != null
        && !topic.authorizedOperations().contains(AclOperation.WRITE)) {
      return new TopicState.Unusable(
          "topic " + topic.name() + " may not be written to by the relay's user",
          "allow it WRITE on the topic");
    }
    if (config == null) {
      return new TopicState.Unusable(
          "the settings of topic " + topic.name() + " cannot be read",
          "allow the relay's user DESCRIBE_CONFIGS on it");
    }
    int inSync = inSync(config);
    if (!development && inSync < 2) {
      return new TopicState.Unusable(
          "topic " + topic.name() + " has min.insync.replicas below 2",
          "raise it and the replication factor, or set waybill.relay.development=true"
              + " where losing messages with a broker is accepted");
    }
    for (TopicPartitionInfo partition : topic.partitions()) {
      if (partition.leader() == null || partition.leader().isEmpty()) {
        return new TopicState.Unusable(
            "topic " + topic.name() + " has no leader for partition " + partition.partition(),
            "bring the missing brokers back");
      }
      if (partition.isr().size() < inSync) {
        return new TopicState.Unusable(
            "topic "
                + topic.name()
                + " has "
                + partition.isr().size()
                + " in-sync replicas in partition "
                + partition.partition()
                + ", its min.insync.replicas is "
                + inSync,
            "bring the missing brokers back");
      }
    }
    return new TopicState.Usable(
        setting(config, TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
            .map(Long::parseLong)
            .orElse(DEFAULT_MAX_BYTES),
        compressed(config));
  }

  /** A topic that says nothing of its own keeps records as the producer has sent them. */
  private boolean compressed(Config config) {
    return relayCompresses
        || setting(config, TopicConfig.COMPRESSION_TYPE_CONFIG)
            .filter(type -> !AS_SENT.contains(type))
            .isPresent();
  }

  private static int inSync(Config config) {
    return setting(config, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG)
        .map(Integer::parseInt)
        .orElse(1);
  }

  private static Optional<String> setting(@Nullable Config config, String name) {
    ConfigEntry entry = config == null ? null : config.get(name);
    return entry == null ? Optional.empty() : Optional.ofNullable(entry.value());
  }

  @Override
  public void close() {
    admin.close();
  }

  /** A topic as it must be. */
  private record Wanted(String topic, int partitions, Map<String, String> settings) {}
}

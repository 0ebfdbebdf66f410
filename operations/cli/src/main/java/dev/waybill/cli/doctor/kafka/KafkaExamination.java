package dev.waybill.cli.doctor.kafka;

import dev.waybill.cli.finding.Finding;
import dev.waybill.cli.finding.Findings;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionRevision;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;

/** Looks at Kafka; the topics of handlers only when the applied subscriptions are known. */
public final class KafkaExamination {

  private static final String REACHABLE = "kafka.reachable";
  private static final String TOPICS = "kafka.handler-topics";

  private final Properties properties;
  private final String ledgerTopic;
  private final Clock clock;

  public KafkaExamination(Properties properties, String ledgerTopic, Clock clock) {
    this.properties = properties;
    this.ledgerTopic = ledgerTopic;
    this.clock = clock;
  }

  /**
   * Runs every check.
   *
   * @param revision the applied subscriptions, if they are known
   * @param relayRan whether a relay ever published
   */
  public void run(Findings findings, Optional<SubscriptionRevision> revision, boolean relayRan) {
    String servers = properties.getProperty("bootstrap.servers");
    try (Cluster cluster = new Cluster(properties)) {
      Cluster.Identity identity = cluster.identity();
      findings.add(
          Finding.ok(
              REACHABLE,
              servers + ", cluster " + identity.id() + ", " + identity.brokers() + " brokers"));
      examine(cluster, findings, revision, new TopicRules(relayRan));
    } catch (ConfigException e) {
      findings.add(
          Finding.problem(
              REACHABLE,
              servers + ": " + e.getMessage(),
              "check --bootstrap-servers and --kafka-config"));
    } catch (KafkaException e) {
      findings.add(
          Finding.problem(
              REACHABLE,
              servers + ": " + words(e),
              "check --bootstrap-servers, the network, and what --kafka-config says of security"));
    }
  }

  private void examine(
      Cluster cluster,
      Findings findings,
      Optional<SubscriptionRevision> revision,
      TopicRules rules) {
    List<Subscription> subscriptions = revision.map(KafkaExamination::routed).orElseGet(List::of);
    TreeSet<String> names = new TreeSet<>();
    names.add(ledgerTopic);
    subscriptions.forEach(subscription -> names.add(subscription.topic()));
    Map<String, TopicDescription> topics = cluster.topics(names);
    Map<String, TopicState> states = states(cluster, topics);
    findings.addAll(rules.ledger(ledgerTopic, Optional.ofNullable(states.get(ledgerTopic))));
    if (subscriptions.isEmpty()) {
      findings.add(Finding.skipped(TOPICS, "no applied subscription is known"));
    }
    for (Subscription subscription : subscriptions) {
      findings.addAll(
          rules.handler(subscription, Optional.ofNullable(states.get(subscription.topic()))));
    }
    findings.addAll(new OpenTransactions(cluster, clock.instant()).find(partitions(topics)));
  }

  private static List<Subscription> routed(SubscriptionRevision revision) {
    return revision.subscriptions().stream()
        .filter(subscription -> subscription.status() == Status.ACTIVE)
        .toList();
  }

  private static Map<String, TopicState> states(
      Cluster cluster, Map<String, TopicDescription> topics) {
    Map<String, Config> settings = cluster.settings(topics.keySet());
    Map<String, TopicState> states = new TreeMap<>();
    topics.forEach(
        (name, topic) -> {
          Config config = settings.get(name);
          if (config != null) {
            states.put(name, TopicState.of(topic, config));
          }
        });
    return states;
  }

  private static List<TopicPartition> partitions(Map<String, TopicDescription> topics) {
    List<TopicPartition> partitions = new ArrayList<>();
    topics.forEach(
        (name, topic) ->
            topic
                .partitions()
                .forEach(one -> partitions.add(new TopicPartition(name, one.partition()))));
    return partitions;
  }

  private static String words(KafkaException e) {
    Throwable deepest = e;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return deepest.getClass().getSimpleName() + ": " + deepest.getMessage();
  }
}

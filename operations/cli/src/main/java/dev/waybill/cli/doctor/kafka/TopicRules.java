package dev.waybill.cli.doctor.kafka;

import dev.waybill.cli.finding.Finding;
import dev.waybill.contract.subscription.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a topic must be.
 *
 * @param relayRan whether a relay ever published, so that a missing topic is a loss
 */
record TopicRules(boolean relayRan) {

  private static final String LEDGER = "kafka.ledger-topic";
  private static final String HANDLER = "kafka.handler-topics";
  private static final String COMPACT = "compact";

  List<Finding> ledger(String name, Optional<TopicState> found) {
    if (found.isEmpty()) {
      return List.of(
          relayRan
              ? Finding.problem(
                  LEDGER,
                  name + " is gone, although the relay has published: it will not start",
                  "see that this is the right Kafka; then follow runbooks/relay-not-ready.md")
              : Finding.ok(LEDGER, name + " is not there yet: the relay makes it when it starts"));
    }
    TopicState topic = found.get();
    List<Finding> findings = new ArrayList<>();
    if (!topic.cleanupPolicy().equals(COMPACT)) {
      findings.add(
          Finding.problem(
              LEDGER,
              name + " has cleanup.policy=" + topic.cleanupPolicy() + ": the record may be deleted",
              "set cleanup.policy=compact on it"));
    }
    if (topic.partitions() != 1) {
      findings.add(
          Finding.problem(
              LEDGER,
              name + " has " + topic.partitions() + " partitions: the ledger is one sequence",
              "follow runbooks/relay-not-ready.md"));
    }
    findings.addAll(durability(LEDGER, name, topic));
    return orOk(findings, LEDGER, name + " is compacted, " + replicas(topic));
  }

  List<Finding> handler(Subscription subscription, Optional<TopicState> found) {
    String name = subscription.topic();
    int wanted = subscription.layout().partitions();
    if (found.isEmpty()) {
      String state = name + " does not exist, handler " + subscription.handler() + " needs it";
      String remedy =
          "create it with "
              + wanted
              + " partitions, or run the relay with waybill.relay.topics=create";
      return List.of(Finding.problem(HANDLER, state, remedy));
    }
    TopicState topic = found.get();
    List<Finding> findings = new ArrayList<>();
    if (topic.partitions() != wanted) {
      findings.add(
          Finding.problem(
              HANDLER,
              name
                  + " has "
                  + topic.partitions()
                  + " partitions, the applied subscription says "
                  + wanted,
              "make both say the same; raise the count only when the handler is drained"));
    }
    findings.addAll(durability(HANDLER, name, topic));
    return orOk(
        findings, HANDLER, name + " has " + topic.partitions() + " partitions, " + replicas(topic));
  }

  private static List<Finding> durability(String check, String name, TopicState topic) {
    if (topic.inSync() < topic.minInSync()) {
      return List.of(
          Finding.problem(
              check,
              name
                  + " has a partition with "
                  + topic.inSync()
                  + " replicas in sync, fewer than min.insync.replicas="
                  + topic.minInSync()
                  + ": nothing can be written to it, and its transactions stall",
              "bring the missing brokers back"));
    }
    if (topic.replicas() < 2) {
      return List.of(
          Finding.warning(
              check,
              name + " has one replica: it is lost with its broker",
              "for development only; otherwise 3 replicas with min.insync.replicas=2"));
    }
    if (topic.minInSync() < 2) {
      return List.of(
          Finding.warning(
              check,
              name
                  + " has min.insync.replicas=1: an acknowledged message may be lost with one"
                  + " broker",
              "set min.insync.replicas=2 on it"));
    }
    return List.of();
  }

  private static List<Finding> orOk(List<Finding> findings, String check, String state) {
    return findings.isEmpty() ? List.of(Finding.ok(check, state)) : findings;
  }

  private static String replicas(TopicState topic) {
    return topic.replicas() + " replicas, min.insync.replicas " + topic.minInSync();
  }
}

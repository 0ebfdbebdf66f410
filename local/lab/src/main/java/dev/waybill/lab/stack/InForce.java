package dev.waybill.lab.stack;

import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionRevision;
import java.util.List;
import java.util.stream.Stream;

/**
 * The subscriptions that a stack runs with.
 *
 * @param how what the start did about them, for people
 */
record InForce(SubscriptionRevision revision, String how) {

  /** For people. */
  String describe() {
    return "revision %d, %s".formatted(revision.revision(), how);
  }

  /** The topics on which every message of all these types arrives. */
  List<String> topics(List<String> types) {
    return active()
        .filter(
            subscription -> types.stream().allMatch(type -> subscription.entry(type).isPresent()))
        .map(Subscription::topic)
        .toList();
  }

  /** The topic of a handler. */
  String topicOf(String handler) {
    return active()
        .filter(subscription -> subscription.handler().value().equals(handler))
        .map(Subscription::topic)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no active subscription of " + handler));
  }

  /** The handler of a topic. */
  String handlerOf(String topic) {
    return active()
        .filter(subscription -> subscription.topic().equals(topic))
        .map(subscription -> subscription.handler().value())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("nobody's topic: " + topic));
  }

  private Stream<Subscription> active() {
    return revision.subscriptions().stream()
        .filter(subscription -> subscription.status() == Status.ACTIVE);
  }
}

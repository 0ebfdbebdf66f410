package dev.waybill.relay.routing;

import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.Ordering;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.contract.wire.WirePartitioner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides who receives a message, by one subscription revision. A disabled or contract-only
 * subscription and one whose clearance is below the message's visibility receive nothing.
 * Immutable.
 */
public final class Router {

  private final SubscriptionRevision revision;
  private final Map<String, List<Subscription>> byType;

  public Router(SubscriptionRevision revision) {
    this.revision = revision;
    Map<String, List<Subscription>> routes = new HashMap<>();
    for (Subscription subscription : active(revision)) {
      for (Subscription.Entry entry : subscription.entries()) {
        routes.computeIfAbsent(entry.type(), type -> new ArrayList<>()).add(subscription);
      }
    }
    this.byType = routes;
  }

  /** The revision by which this routes. */
  public SubscriptionRevision revision() {
    return revision;
  }

  /** The subscriptions whose topics must exist. */
  public static List<Subscription> active(SubscriptionRevision revision) {
    return revision.subscriptions().stream()
        .filter(subscription -> subscription.status() == Status.ACTIVE)
        .toList();
  }

  /**
   * Whether every handler receives by this revision at least what it receives by the other. Where a
   * copy goes may differ.
   */
  public boolean givesAllOf(Router other) {
    return other.byType.entrySet().stream()
        .allMatch(entry -> entry.getValue().stream().allMatch(had -> gives(entry.getKey(), had)));
  }

  private boolean gives(String type, Subscription had) {
    return byType.getOrDefault(type, List.of()).stream()
        .anyMatch(
            now ->
                now.handler().equals(had.handler()) && had.clearance().visibleTo(now.clearance()));
  }

  /** The subscription of a handler that receives copies now. */
  public Optional<Subscription> active(String handler) {
    return active(revision).stream()
        .filter(subscription -> subscription.handler().value().equals(handler))
        .findFirst();
  }

  /** One target for each handler that receives the message; empty when nobody does. */
  public List<Target> targets(Envelope envelope) {
    String type = envelope.header(WireHeaders.TYPE).orElse("");
    Visibility visibility = envelope.visibility();
    List<Target> targets = new ArrayList<>();
    for (Subscription subscription : byType.getOrDefault(type, List.of())) {
      if (visibility.visibleTo(subscription.clearance())) {
        targets.add(target(subscription, envelope));
      }
    }
    return targets;
  }

  /**
   * One handler's target, if the message is for it by this revision; laid out as {@code present}
   * says, which may be a later revision's.
   */
  public Optional<Target> targetOf(String handler, Envelope envelope, Subscription present) {
    boolean receives =
        targets(envelope).stream().anyMatch(target -> target.handler().value().equals(handler));
    return receives ? Optional.of(target(present, envelope)) : Optional.empty();
  }

  /** Where a subscription's copy of a message goes. */
  public static Target target(Subscription subscription, Envelope envelope) {
    String key = envelope.header(WireHeaders.PARTITION_KEY).orElse("");
    String id = envelope.header(WireHeaders.ID).orElse("");
    String spreadBy = subscription.layout().ordering() == Ordering.KEY ? key : id;
    return new Target(
        subscription.handler(),
        subscription.topic(),
        WirePartitioner.partition(spreadBy, subscription.layout().partitions()),
        spreadBy);
  }
}

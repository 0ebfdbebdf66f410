package dev.waybill.relay.routing;

import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.Ordering;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.contract.wire.WirePartitioner;
import dev.waybill.relay.ledger.RoutedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Decides who receives a message, by the newest subscription revision, and by former ones for as
 * long as what was staged under them may be on its way: a handler receives what any of them gives
 * it, where the newest that has it says. A disabled or contract-only subscription and one whose
 * clearance is below the message's visibility receive nothing. Immutable.
 */
public final class Router {

  private final SubscriptionRevision newest;
  private final RoutedBy routedBy;
  private final Map<String, Subscription> active = new TreeMap<>();
  private final Map<String, List<Route>> byType = new HashMap<>();

  /** Routes by one revision. */
  public Router(SubscriptionRevision revision) {
    this(revision, List.of());
  }

  /**
   * @param formers older revisions that still count, oldest first
   */
  public Router(SubscriptionRevision newest, List<SubscriptionRevision> formers) {
    this.newest = newest;
    this.routedBy =
        new RoutedBy(
            newest.revision(), formers.stream().map(SubscriptionRevision::revision).toList());
    add(newest);
    for (int i = formers.size() - 1; i >= 0; i--) {
      add(formers.get(i));
    }
  }

  private void add(SubscriptionRevision revision) {
    for (Subscription subscription : revision.subscriptions()) {
      if (subscription.status() == Status.ACTIVE) {
        Subscription present =
            active.computeIfAbsent(subscription.handler().value(), handler -> subscription);
        for (Subscription.Entry entry : subscription.entries()) {
          byType
              .computeIfAbsent(entry.type(), type -> new ArrayList<>())
              .add(new Route(present, subscription.clearance()));
        }
      }
    }
  }

  /** The newest revision by which this routes. */
  public SubscriptionRevision newest() {
    return newest;
  }

  /** The revisions by which this routes. */
  public RoutedBy routedBy() {
    return routedBy;
  }

  /** The subscriptions whose topics must exist. */
  public List<Subscription> active() {
    return List.copyOf(active.values());
  }

  /** Whether every handler receives by this at least what it receives by the other. */
  public boolean givesAllOf(Router other) {
    return other.byType.entrySet().stream()
        .allMatch(entry -> entry.getValue().stream().allMatch(had -> gives(entry.getKey(), had)));
  }

  private boolean gives(String type, Route had) {
    return byType.getOrDefault(type, List.of()).stream()
        .anyMatch(
            now ->
                now.subscription().handler().equals(had.subscription().handler())
                    && had.clearance().visibleTo(now.clearance()));
  }

  /** The subscription of a handler that receives copies now. */
  public Optional<Subscription> active(String handler) {
    return Optional.ofNullable(active.get(handler));
  }

  /** One target for each handler that receives the message; empty when nobody does. */
  public List<Target> targets(Envelope envelope) {
    String type = envelope.header(WireHeaders.TYPE).orElse("");
    Visibility visibility = envelope.visibility();
    List<Target> targets = new ArrayList<>();
    for (Route route : byType.getOrDefault(type, List.of())) {
      if (visibility.visibleTo(route.clearance()) && !holds(targets, route)) {
        targets.add(target(route.subscription(), envelope));
      }
    }
    return targets;
  }

  /**
   * The handlers that subscribe to a type by the newest revision and are not sent such a message by
   * any, in the order of their names. What is only documented is no subscriber.
   */
  public List<Ignored> ignored(String type, Visibility visibility) {
    List<String> recipients = recipients(type, visibility);
    List<Ignored> ignored = new ArrayList<>();
    for (Subscription subscription : newest.subscriptions()) {
      if (subscription.status() != Status.CONTRACT_ONLY
          && subscription.entry(type).isPresent()
          && !recipients.contains(subscription.handler().value())) {
        ignored.add(
            new Ignored(
                subscription.handler(),
                subscription.status() == Status.DISABLED
                    ? Ignored.Reason.DISABLED
                    : Ignored.Reason.NOT_CLEARED));
      }
    }
    return ignored;
  }

  /** The handlers that are sent such a message by any revision, in the order of their names. */
  public List<String> recipients(String type, Visibility visibility) {
    return byType.getOrDefault(type, List.of()).stream()
        .filter(route -> visibility.visibleTo(route.clearance()))
        .map(route -> route.subscription().handler().value())
        .distinct()
        .sorted()
        .toList();
  }

  private static boolean holds(List<Target> targets, Route route) {
    for (Target target : targets) {
      if (target.handler().equals(route.subscription().handler())) {
        return true;
      }
    }
    return false;
  }

  /**
   * One handler's target, if the message is for it by these revisions; laid out as {@code present}
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

  /**
   * One handler's way to a type.
   *
   * @param subscription where it goes
   * @param clearance what it may carry
   */
  private record Route(Subscription subscription, Visibility clearance) {}
}

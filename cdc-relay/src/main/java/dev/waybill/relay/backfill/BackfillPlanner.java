package dev.waybill.relay.backfill;

import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.Ordering;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.relay.backfill.BackfillPlan.TypeCount;
import dev.waybill.relay.ledgerstore.DispatchHistory;
import dev.waybill.relay.order.InvalidOrderException;
import dev.waybill.relay.order.OrderConflictException;
import dev.waybill.relay.outbox.OutboxTable;
import dev.waybill.relay.outbox.RevisionTable;
import dev.waybill.relay.routing.Router;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** Says what a backfill would do, or why it may not be done. Only reads. Thread-safe. */
public final class BackfillPlanner {

  private final OutboxTable outbox;
  private final RevisionTable revisions;
  private final DispatchHistory history;
  private final BackfillCounts counts;

  public BackfillPlanner(JdbcClient jdbc, TransactionOperations transactions, String relay) {
    this.outbox = new OutboxTable(jdbc);
    this.revisions = new RevisionTable(jdbc);
    this.history = new DispatchHistory(jdbc, relay);
    this.counts = new BackfillCounts(jdbc, transactions, relay);
  }

  /**
   * The plan of a backfill.
   *
   * @throws InvalidOrderException naming the field, when the handler, a type or the time is not one
   *     that can be backfilled
   * @throws OrderConflictException when the order of the handler's keys would be lost, or there is
   *     nothing to look at
   */
  public BackfillPlan plan(BackfillTerms terms) {
    List<SubscriptionRevision> all = revisions.all();
    Subscription subscription = subscription(terms.handler(), all);
    List<String> types = types(terms, subscription);
    Instant from = from(terms);
    long fromSeq =
        outbox
            .numberBefore(from)
            .orElseThrow(
                () ->
                    new OrderConflictException(
                        "nothing was staged since " + from, "give an earlier from"));
    orderRisk(subscription, fromSeq)
        .ifPresent(
            risk -> {
              throw new OrderConflictException(
                  risk,
                  "an ordered handler is backfilled before it receives anything: register it with"
                      + " status: disabled, order the backfill, then apply status: active; or give"
                      + " a from after what it was sent");
            });
    List<TypeCount> counted = count(subscription, types, all, from, terms.to());
    requireReadable(subscription, counted);
    boolean active = subscription.status() == Status.ACTIVE;
    boolean ordered = ordered(subscription);
    return new BackfillPlan(
        terms.handler(),
        active,
        ordered,
        types,
        from,
        terms.to(),
        terms.rate(),
        fromSeq,
        counted,
        notes(active, ordered, terms, counted));
  }

  /**
   * Why older messages would come after newer ones of their key, if they would.
   *
   * @param fromSeq only messages after this number are sent
   */
  public Optional<String> orderRisk(Subscription subscription, long fromSeq) {
    if (!ordered(subscription)) {
      return Optional.empty();
    }
    String handler = subscription.handler().value();
    List<Subscription> active =
        revisions.all().stream()
            .flatMap(revision -> new Router(revision).active(handler).stream())
            .toList();
    List<String> types =
        active.stream()
            .flatMap(then -> then.entries().stream())
            .map(Subscription.Entry::type)
            .distinct()
            .toList();
    return history
        .sentAfter(fromSeq, handler, receivedUnder(revisions.all(), handler, then -> true), types)
        .map(
            sent ->
                "handler "
                    + handler
                    + " is ordered and was active already: it was sent message number "
                    + sent
                    + ", and the backfill begins with older ones, at number "
                    + (fromSeq + 1));
  }

  private static boolean ordered(Subscription subscription) {
    return subscription.layout().ordering() == Ordering.KEY;
  }

  private static Subscription subscription(String handler, List<SubscriptionRevision> all) {
    List<Subscription> known = all.isEmpty() ? List.of() : all.get(all.size() - 1).subscriptions();
    return known.stream()
        .filter(subscription -> subscription.handler().value().equals(handler))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidOrderException(
                    "handler",
                    "no handler " + handler + " is subscribed",
                    known.isEmpty()
                        ? "apply the subscriptions first"
                        : "subscribed are "
                            + known.stream()
                                .map(subscription -> subscription.handler().value())
                                .collect(Collectors.joining(", "))));
  }

  private static List<String> types(BackfillTerms terms, Subscription subscription) {
    List<String> subscribed =
        subscription.entries().stream().map(Subscription.Entry::type).sorted().toList();
    for (String type : terms.types()) {
      if (!subscribed.contains(type)) {
        throw new InvalidOrderException(
            "types",
            "handler " + terms.handler() + " is not subscribed to " + type,
            "it is subscribed to " + String.join(", ", subscribed));
      }
    }
    return terms.types().isEmpty() ? subscribed : terms.types();
  }

  private Instant from(BackfillTerms terms) {
    Instant oldest = outbox.oldestDay();
    Instant wanted = terms.from();
    if (wanted == null) {
      return oldest;
    }
    if (wanted.isBefore(oldest) && history.dropped()) {
      throw new InvalidOrderException(
          "from",
          "days before " + oldest + " were dropped from the outbox by waybill.relay.retention",
          "give " + oldest + " or later; what is gone cannot be sent from here");
    }
    return wanted;
  }

  private static List<Long> receivedUnder(
      List<SubscriptionRevision> all, String handler, Predicate<Subscription> what) {
    return all.stream()
        .filter(revision -> new Router(revision).active(handler).filter(what).isPresent())
        .map(SubscriptionRevision::revision)
        .toList();
  }

  private @Nullable List<TypeCount> count(
      Subscription subscription,
      List<String> types,
      List<SubscriptionRevision> all,
      Instant from,
      @Nullable Instant to) {
    String handler = subscription.handler().value();
    List<String> visible =
        Arrays.stream(Visibility.values())
            .filter(visibility -> visibility.visibleTo(subscription.clearance()))
            .map(Visibility::wireName)
            .toList();
    List<TypeCount> counted = new ArrayList<>();
    for (String type : types) {
      List<Long> received = receivedUnder(all, handler, then -> then.entry(type).isPresent());
      List<TypeCount> ofType = counts.count(handler, type, received, visible, from, to);
      if (ofType == null) {
        return null;
      }
      counted.addAll(ofType);
    }
    return counted;
  }

  private static void requireReadable(
      Subscription subscription, @Nullable List<TypeCount> counted) {
    for (TypeCount count : counted == null ? List.<TypeCount>of() : counted) {
      if (!reads(subscription, count.type(), count.version())) {
        throw new InvalidOrderException(
            "types",
            "handler "
                + subscription.handler()
                + " does not read version "
                + count.version()
                + " of "
                + count.type()
                + ", of which there are "
                + count.messages()
                + " messages",
            "add a reader and the version to its subscription, or leave the type or the time out");
      }
    }
  }

  /** Whether the handler says that it reads a version of a type. */
  public static boolean reads(Subscription subscription, String type, int version) {
    return subscription.entry(type).filter(entry -> entry.versions().contains(version)).isPresent();
  }

  private static List<String> notes(
      boolean active, boolean ordered, BackfillTerms terms, @Nullable List<TypeCount> counted) {
    List<String> notes = new ArrayList<>();
    if (!active) {
      notes.add("it begins when a revision makes the handler active, and sends nothing before");
    }
    if (ordered) {
      notes.add(
          "nothing new is sent to the handler until the backfill has ended; what was left out then"
              + " follows in order");
    } else {
      notes.add("the handler is not ordered: old and new messages arrive mixed");
    }
    if (!active && terms.to() != null) {
      notes.add("messages staged from " + terms.to() + " until it is active are not sent");
    }
    if (counted == null) {
      notes.add("counting took more than 10 s and was given up; a smaller range can be counted");
    }
    return notes;
  }
}

package dev.waybill.relay.dispatch;

import dev.waybill.contract.subscription.Subscription;
import dev.waybill.relay.dispatch.RelayParts.Boards;
import dev.waybill.relay.heartbeat.Heartbeat;
import dev.waybill.relay.lane.Lanes;
import dev.waybill.relay.lease.HeldLease;
import dev.waybill.relay.ledger.BatchRecord;
import dev.waybill.relay.ledger.BatchRecord.BatchRoute;
import dev.waybill.relay.ledger.BatchRecord.ParkedMessage;
import dev.waybill.relay.ledger.BatchRecord.UnparkedMessage;
import dev.waybill.relay.ledger.Coverage;
import dev.waybill.relay.ledger.Hold;
import dev.waybill.relay.ledger.ParkCause;
import dev.waybill.relay.ledger.RepeatFilter;
import dev.waybill.relay.ledger.RepeatFilter.Split;
import dev.waybill.relay.ledger.RepeatFilter.UndecidedMessage;
import dev.waybill.relay.ledger.SeqId;
import dev.waybill.relay.ledger.SeqSet;
import dev.waybill.relay.ledger.StagedSpan;
import dev.waybill.relay.ledgerstore.LaneTable;
import dev.waybill.relay.ledgerstore.LedgerTable;
import dev.waybill.relay.ledgerstore.ParkedTable;
import dev.waybill.relay.outbox.OutboxMessage;
import dev.waybill.relay.outbox.OutboxTable;
import dev.waybill.relay.outbox.RevisionTable;
import dev.waybill.relay.parking.Holds;
import dev.waybill.relay.parking.ParkedQueue.ParkedClaim;
import dev.waybill.relay.publish.BatchProducer;
import dev.waybill.relay.publish.RoutedMessage;
import dev.waybill.relay.routing.Router;
import dev.waybill.relay.status.Progress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes messages, each once: drops what the ledger has, routes the rest, and for each piece
 * commits one Kafka transaction and then its ledger row. The next Kafka transaction begins only
 * when the row is there, so that at most one batch can ever need repair. Belongs to one session.
 */
final class Dispatcher {

  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private final HeldLease lease;
  private final Stores stores;
  private final BatchProducer producer;
  private final Lanes lanes;
  private final RevisionInForce revisions;
  private final Progress progress;
  private final BatchObserver batches;
  private final Holds holds;
  private final Assigner assigner;
  private final BatchCutter cutter;
  private final String systemIdentifier;
  private final RepeatFilter repeats;
  private final ReusedNumbers reused;
  private long lastBatch;

  Dispatcher(
      HeldLease lease,
      Stores stores,
      BatchProducer producer,
      Lanes lanes,
      RevisionInForce revisions,
      Boards boards,
      BatchCutter cutter,
      int mostParkedKeys,
      String systemIdentifier) {
    this.lease = lease;
    this.stores = stores;
    this.producer = producer;
    this.lanes = lanes;
    this.revisions = revisions;
    this.progress = boards.progress();
    this.batches = boards.batches();
    this.holds = new Holds(stores.parked().holds(relay()));
    this.assigner = new Assigner(lanes, holds, mostParkedKeys);
    this.assigner.applyCap();
    this.cutter = cutter;
    this.systemIdentifier = systemIdentifier;
    this.lastBatch = stores.ledger().last(relay()).batch();
    this.repeats = new RepeatFilter(stores.ledger().undecided(relay()));
    this.reused = new ReusedNumbers(relay());
  }

  /** Looks for a newer subscription revision. */
  void refreshRevision() {
    revisions.look();
  }

  /** The revision in force, 0 before any was applied. */
  long revision() {
    return router().newest().revision();
  }

  private Router router() {
    return revisions.router();
  }

  /** Publishes what was not published before. Returns how many that were. */
  int dispatch(List<OutboxMessage> messages) {
    if (messages.isEmpty()) {
      return 0;
    }
    refreshRevision();
    lanes.refresh();
    assigner.applyCap();
    SeqSet numbers = SeqSet.of(messages.stream().map(OutboxMessage::seq).toList());
    Coverage covered = stores.ledger().coverage(relay(), numbers);
    SeqSet published = covered.numbers();
    Split<OutboxMessage> split =
        repeats.split(
            messages,
            OutboxMessage::name,
            message ->
                published.contains(message.seq())
                    && covered.holds(message.seq(), message.recordedAt().orElse(null)));
    confirm(split.arrived());
    progress.repeated(split.dropped());
    reused.look(split.fresh(), published);
    List<RoutedMessage> routed =
        split.fresh().stream().map(message -> assigner.toAll(message, router())).toList();
    for (List<RoutedMessage> run : ReusedNumbers.apart(routed, published)) {
      for (List<RoutedMessage> piece :
          cutter.cut(run, RoutedMessage::bytes, RoutedMessage::ledgerBytes)) {
        publish(piece, new BatchRoute(router().routedBy(), BatchRoute.ALL, leftOut(piece)));
      }
    }
    return routed.size();
  }

  private static List<String> leftOut(List<RoutedMessage> piece) {
    return piece.stream()
        .flatMap(message -> message.leftOut().stream())
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Sends one handler what batches under an older revision left out for it. Who receives a message
   * is decided by that revision, where it goes by the present one.
   *
   * @return how many messages were for the handler
   */
  int makeGood(Subscription subscription, List<OutboxMessage> messages, Router then) {
    String handler = subscription.handler().value();
    List<RoutedMessage> routed =
        messages.stream()
            .map(
                message ->
                    assigner.toOne(
                        message, envelope -> then.targetOf(handler, envelope, subscription)))
            .filter(message -> !message.targets().isEmpty() || !message.parked().isEmpty())
            .toList();
    for (List<RoutedMessage> piece :
        cutter.cut(routed, RoutedMessage::bytes, RoutedMessage::ledgerBytes)) {
      publish(piece, new BatchRoute(then.routedBy(), handler, List.of()));
    }
    return routed.size();
  }

  /**
   * Publishes parked messages of one handler. Each is then complete in the same transaction as its
   * ledger row.
   *
   * @return those that still cannot be published, with the cause
   */
  Map<ParkedClaim, ParkCause> publishParked(Subscription subscription, List<Parked> parked) {
    String handler = subscription.handler().value();
    Map<ParkedClaim, ParkCause> failed = new LinkedHashMap<>();
    List<RoutedMessage> routed = new ArrayList<>();
    for (Parked entry : parked) {
      assigner
          .again(entry.message(), subscription)
          .fold(routed::add, cause -> failed.put(entry.claim(), cause));
    }
    for (List<RoutedMessage> piece :
        cutter.cut(routed, RoutedMessage::bytes, RoutedMessage::ledgerBytes)) {
      List<UnparkedMessage> unparked =
          piece.stream().map(message -> new UnparkedMessage(message.name(), handler)).toList();
      publish(piece, new BatchRoute(router().routedBy(), handler, List.of()), unparked);
    }
    for (Parked entry : parked) {
      Hold hold = new Hold(handler, entry.claim().hold());
      if (!stores.parked().held(relay(), hold)) {
        holds.remove(hold);
      }
    }
    assigner.applyCap();
    return failed;
  }

  /** Whether a handler is subscribed and receives nothing for now. */
  boolean paused(String handler) {
    return router().active(handler).isEmpty()
        && router().newest().subscriptions().stream()
            .anyMatch(subscription -> subscription.handler().value().equals(handler));
  }

  /** Sees what others finished, as an operator does who gives a dead letter up. */
  void lookAtHolds() {
    holds.keepOnly(stores.parked().holds(relay()));
    assigner.applyCap();
  }

  /** Whether a parked message is unfinished. */
  boolean holdsAnything() {
    return !holds.isEmpty();
  }

  /** The subscription by which a handler receives copies now. */
  Optional<Subscription> active(String handler) {
    return router().active(handler);
  }

  /** A heartbeat of this session has come back: takes what waited for that. */
  void settle(Heartbeat heartbeat) {
    settleUndecided();
    revisions.settle(heartbeat);
  }

  /**
   * Decides what repair left open. Called when a heartbeat of this session has come back: whatever
   * was committed before has passed by now, so what has neither arrived nor become visible was lost
   * with its transaction.
   */
  private void settleUndecided() {
    List<UndecidedMessage> open = repeats.undecided();
    if (open.isEmpty()) {
      return;
    }
    List<SeqId> visible =
        stores.outbox().visible(open.stream().map(UndecidedMessage::message).toList());
    confirm(open.stream().filter(message -> visible.contains(message.message())).toList());
    List<UndecidedMessage> lost = repeats.undecided();
    if (!lost.isEmpty()) {
      stores.ledger().giveUp(lease.token(), lost);
      repeats.decided(lost);
      progress.lost(lost.size());
      LOG.error(
          "Relay {} published {} messages whose transactions the database then lost: {}",
          relay(),
          lost.size(),
          lost);
    }
  }

  private void confirm(List<UndecidedMessage> committed) {
    if (!committed.isEmpty()) {
      stores.ledger().confirm(lease.token(), committed);
      repeats.decided(committed);
    }
  }

  private void publish(List<RoutedMessage> piece, BatchRoute route) {
    publish(piece, route, List.of());
  }

  private void publish(
      List<RoutedMessage> piece, BatchRoute route, List<UnparkedMessage> unparked) {
    BatchRecord record =
        new BatchRecord(
            new BatchRecord.BatchKey(
                relay(), lastBatch + 1, lease.token().value(), systemIdentifier),
            route,
            piece.stream().map(RoutedMessage::name).toList(),
            span(piece),
            piece.stream().flatMap(message -> message.parked().stream()).toList(),
            unparked);
    BatchObserver.Attempt attempt = batches.begin(piece);
    try {
      producer.publish(piece, record, guard());
      attempt.sent();
      stores.ledger().append(lease.token(), record);
    } catch (RuntimeException e) {
      attempt.failed(e);
      throw e;
    }
    attempt.recorded();
    lanes.leftOut(route.leftOut());
    lastBatch = record.key().batch();
    progress.published(piece.size(), record.parked().size(), Instant.now());
    for (ParkedMessage parked : record.parked()) {
      if (parked.cause().permanent()) {
        progress.dead();
      }
      LOG.warn(
          "Relay {} parked message {} for handler {}: {}",
          relay(),
          parked.message().id(),
          parked.handler(),
          parked.cause().text());
    }
  }

  /** Null where one of them does not say when it was staged. */
  private static @Nullable StagedSpan span(List<RoutedMessage> piece) {
    List<Instant> times = piece.stream().flatMap(message -> message.staged().stream()).toList();
    return times.size() < piece.size() ? null : StagedSpan.of(times).orElse(null);
  }

  private BatchProducer.Guard guard() {
    return new BatchProducer.Guard() {
      @Override
      public void requireLease() {
        lease.requireHeld();
      }

      @Override
      public Optional<String> trouble(String topic) {
        return lanes.trouble(topic);
      }
    };
  }

  private String relay() {
    return lease.token().relay();
  }

  /** A claimed parked message with its row. */
  record Parked(ParkedClaim claim, OutboxMessage message) {}

  /** Everything in PostgreSQL that dispatching reads and writes. */
  record Stores(
      LedgerTable ledger,
      OutboxTable outbox,
      RevisionTable revisions,
      LaneTable lanes,
      ParkedTable parked) {}
}

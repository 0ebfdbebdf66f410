package dev.waybill.relay.dispatch;

import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.relay.lease.HeldLease;
import dev.waybill.relay.ledger.BatchRecord;
import dev.waybill.relay.ledger.RepeatFilter;
import dev.waybill.relay.ledger.RepeatFilter.Split;
import dev.waybill.relay.ledger.RepeatFilter.UndecidedMessage;
import dev.waybill.relay.ledger.SeqId;
import dev.waybill.relay.ledger.SeqSet;
import dev.waybill.relay.ledgerstore.LedgerTable;
import dev.waybill.relay.outbox.OutboxMessage;
import dev.waybill.relay.outbox.OutboxTable;
import dev.waybill.relay.outbox.RevisionTable;
import dev.waybill.relay.publish.BatchProducer;
import dev.waybill.relay.publish.OutgoingCopy;
import dev.waybill.relay.publish.RoutedMessage;
import dev.waybill.relay.publish.Topics;
import dev.waybill.relay.routing.Router;
import java.util.List;
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
  private final Topics topics;
  private final BatchCutter cutter;
  private final String systemIdentifier;
  private final RepeatFilter repeats;
  private Router router = new Router(SubscriptionRevision.none());
  private long lastBatch;

  Dispatcher(
      HeldLease lease,
      Stores stores,
      BatchProducer producer,
      Topics topics,
      BatchCutter cutter,
      String systemIdentifier) {
    this.lease = lease;
    this.stores = stores;
    this.producer = producer;
    this.topics = topics;
    this.cutter = cutter;
    this.systemIdentifier = systemIdentifier;
    this.lastBatch = stores.ledger().last(relay()).batch();
    this.repeats = new RepeatFilter(stores.ledger().undecided(relay()));
  }

  /** Routes by the newest revision from now on, once its topics are there. */
  void refreshRevision() {
    stores
        .revisions()
        .newerThan(router.revision().revision())
        .ifPresent(
            revision -> {
              topics.ensureHandlers(Router.active(revision));
              router = new Router(revision);
              LOG.info("Relay {} routes by subscription revision {}", relay(), revision.revision());
            });
  }

  /** The revision in force, 0 before any was applied. */
  long revision() {
    return router.revision().revision();
  }

  /** Publishes what was not published before. Returns how many that were. */
  int dispatch(List<OutboxMessage> messages) {
    if (messages.isEmpty()) {
      return 0;
    }
    refreshRevision();
    SeqSet numbers = SeqSet.of(messages.stream().map(OutboxMessage::seq).toList());
    SeqSet covered = stores.ledger().covered(relay(), numbers);
    Split<OutboxMessage> split = repeats.split(messages, OutboxMessage::name, covered);
    confirm(split.arrived());
    List<RoutedMessage> routed = split.fresh().stream().map(this::route).toList();
    for (List<RoutedMessage> piece : cutter.cut(routed, RoutedMessage::bytes)) {
      publish(piece);
    }
    return routed.size();
  }

  /**
   * Decides what repair left open. Called when a heartbeat of this session has come back: whatever
   * was committed before has passed by now, so what has neither arrived nor become visible was lost
   * with its transaction.
   */
  void settleUndecided() {
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

  private RoutedMessage route(OutboxMessage message) {
    Envelope envelope = Envelope.parse(message.envelope());
    return new RoutedMessage(
        message.name(), OutgoingCopy.of(message, envelope), router.targets(envelope));
  }

  private void publish(List<RoutedMessage> piece) {
    BatchRecord record =
        BatchRecord.published(
            new BatchRecord.BatchKey(
                relay(), lastBatch + 1, lease.token().value(), systemIdentifier),
            BatchRecord.BatchRoute.toAll(revision()),
            piece.stream().map(RoutedMessage::name).toList());
    producer.publish(piece, record, lease::requireHeld);
    stores.ledger().append(lease.token(), record);
    lastBatch = record.key().batch();
  }

  private String relay() {
    return lease.token().relay();
  }

  /** Everything in PostgreSQL that dispatching reads and writes. */
  record Stores(LedgerTable ledger, OutboxTable outbox, RevisionTable revisions) {}
}

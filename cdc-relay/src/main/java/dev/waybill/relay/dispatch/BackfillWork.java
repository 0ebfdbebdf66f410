package dev.waybill.relay.dispatch;

import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.InvalidEnvelopeException;
import dev.waybill.relay.backfill.BackfillPlanner;
import dev.waybill.relay.backfill.BackfillRow;
import dev.waybill.relay.backfill.BackfillRow.Done;
import dev.waybill.relay.backfill.BackfillTable;
import dev.waybill.relay.backfill.Pace;
import dev.waybill.relay.lane.Lanes;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.ledger.RoutedBy;
import dev.waybill.relay.ledger.SeqSet;
import dev.waybill.relay.ledgerstore.DispatchHistory;
import dev.waybill.relay.ledgerstore.DispatchHistory.ToAll;
import dev.waybill.relay.ledgerstore.DispatchHistory.ToOne;
import dev.waybill.relay.order.OrderBook;
import dev.waybill.relay.order.OrderState;
import dev.waybill.relay.order.RelayOrder;
import dev.waybill.relay.outbox.OutboxMessage;
import dev.waybill.relay.outbox.OutboxTable.TypedRow;
import dev.waybill.relay.routing.Router;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out backfills, one bounded step at a time and in the order of the numbers. What it sends
 * is what a batch of the stream covers, that batch's revision did not route to the handler, and no
 * batch to the handler alone covers. So a step that was interrupted anywhere is taken again without
 * sending twice: the ledger says how far it came. Belongs to the dispatch loop.
 */
final class BackfillWork implements Errand {

  private static final Logger LOG = LoggerFactory.getLogger(BackfillWork.class);
  private static final int NUMBERS = 2_000;

  private final Dispatcher dispatcher;
  private final Dispatcher.Stores stores;
  private final StandingOrders orders;
  private final Backfills backfills;
  private final Lanes lanes;
  private final FencingToken token;
  private final BatchCutter cutter;
  private final LongSupplier nanoTime;
  private final Map<Long, Pace> paces = new HashMap<>();
  private final Map<Long, UnseenRows> unseen = new HashMap<>();
  private final Map<RoutedBy, Router> routers = new HashMap<>();
  private int turn;

  BackfillWork(
      Dispatcher dispatcher,
      Dispatcher.Stores stores,
      StandingOrders orders,
      Backfills backfills,
      Lanes lanes,
      FencingToken token,
      BatchCutter cutter,
      LongSupplier nanoTime) {
    this.dispatcher = dispatcher;
    this.stores = stores;
    this.orders = orders;
    this.backfills = backfills;
    this.lanes = lanes;
    this.token = token;
    this.cutter = cutter;
    this.nanoTime = nanoTime;
  }

  /** One step of one backfill, of another one each time. */
  @Override
  public boolean step() {
    List<RelayOrder> open = orders.backfills();
    for (int i = 0; i < open.size(); i++) {
      if (step(open.get(Math.floorMod(turn++, open.size())))) {
        return true;
      }
    }
    return false;
  }

  private boolean step(RelayOrder order) {
    if (order.state() == OrderState.CANCELLING) {
      return end(order, OrderState.CANCELLED);
    }
    // Not what a former revision still gives: what is sent is routed by the newest alone.
    Optional<Subscription> subscription = present().active(Objects.requireNonNull(order.handler()));
    if (subscription.isEmpty()) {
      return order.state() == OrderState.REQUESTED
          && move(order, OrderState.WAITING, "begins when its handler is active");
    }
    return order.state() == OrderState.RUNNING
        ? advance(order, subscription.get())
        : begin(order, subscription.get());
  }

  /** Decided between batches, with the lane closed already: the handler is sent nothing now. */
  private boolean begin(RelayOrder order, Subscription subscription) {
    BackfillRow row = backfills.table().row(order.id());
    Optional<String> risk = backfills.planner().orderRisk(subscription, row.span().from());
    if (risk.isPresent()) {
      LOG.warn("Relay {}: backfill {} is refused: {}", token.relay(), order.id(), risk.get());
      return move(order, OrderState.REFUSED, risk.get());
    }
    long through = backfills.history().lastToAll();
    boolean begun =
        backfills
            .book()
            .move(
                token,
                order,
                OrderState.RUNNING,
                null,
                () -> backfills.table().begin(order.id(), through));
    orders.refresh();
    return begun;
  }

  private boolean advance(RelayOrder order, Subscription subscription) {
    BackfillRow row = backfills.table().row(order.id());
    if (row.complete()) {
      return end(order, OrderState.DONE);
    }
    int allowance = pace(row).allowance();
    if (allowance == 0 || !lanes.takes(subscription.handler())) {
      return false;
    }
    return look(order, row)
        .map(
            page -> {
              send(order, subscription, row, page, allowance);
              return true;
            })
        .orElse(false);
  }

  /** The next numbers, or nothing while some of them may still become visible. */
  private Optional<Page> look(RelayOrder order, BackfillRow row) {
    long after = row.span().position();
    long through = Objects.requireNonNull(row.span().through());
    List<Long> numbers = stores.outbox().seqs(after, through, NUMBERS);
    long upTo = numbers.size() < NUMBERS ? through : numbers.get(numbers.size() - 1);
    SeqSet range = SeqSet.range(after + 1, upTo + 1);
    List<ToAll> batches = backfills.history().toAll(range);
    SeqSet covered =
        batches.stream().map(ToAll::seqs).reduce(SeqSet.empty(), SeqSet::union).intersect(range);
    SeqSet missing = covered.minus(SeqSet.of(numbers));
    if (!missing.isEmpty() && unseen(order).mayAppear(missing)) {
      return Optional.empty();
    }
    SeqSet before = SeqSet.empty();
    SeqSet since = SeqSet.empty();
    for (ToOne batch : backfills.history().toOne(Objects.requireNonNull(order.handler()), range)) {
      if (batch.batch() > order.sinceBatch()) {
        since = since.union(batch.seqs());
      } else {
        before = before.union(batch.seqs());
      }
    }
    SeqSet wanted = covered.minus(before).minus(missing);
    List<TypedRow> rows =
        stores
            .outbox()
            .ofTypes(
                numbers.stream().filter(wanted::contains).toList(),
                row.types(),
                row.from(),
                row.to());
    return Optional.of(new Page(upTo, batches, since, rows, missing.size()));
  }

  private void send(
      RelayOrder order, Subscription subscription, BackfillRow row, Page page, int allowance) {
    Piece piece = piece(page, allowance);
    List<OutboxMessage> missed =
        stores.outbox().rows(piece.rows().stream().map(each -> each.size().seq()).toList()).stream()
            .filter(message -> !received(message, page, subscription))
            .toList();
    Map<Long, TypedRow> typed = new HashMap<>();
    piece.rows().forEach(each -> typed.put(each.size().seq(), each));
    List<OutboxMessage> readable =
        missed.stream().filter(message -> reads(subscription, typed, message)).toList();
    List<OutboxMessage> fresh =
        readable.stream().filter(message -> !page.since().contains(message.seq())).toList();
    int sent = fresh.isEmpty() ? 0 : dispatcher.makeGood(subscription, fresh, present());
    pace(row).spend(sent);
    // What the ledger has since the order was sent by a step that was not noted.
    long again = readable.size() - (long) fresh.size();
    long gone = piece.upTo() == page.upTo() ? page.missing() : 0;
    Done done = new Done(sent + again, missed.size() - (long) readable.size() + gone);
    backfills.book().under(token, () -> backfills.table().advance(order.id(), piece.upTo(), done));
  }

  /** So much of a page as may be sent now and as one Kafka transaction takes. */
  private Piece piece(Page page, int allowance) {
    List<TypedRow> taken = new ArrayList<>();
    int fresh = 0;
    long bytes = 0;
    for (TypedRow row : page.rows()) {
      boolean counts = !page.since().contains(row.size().seq());
      boolean fits = bytes + row.size().bytes() <= cutter.maxBytes() || taken.isEmpty();
      if (!fits || (counts && fresh == Math.min(allowance, cutter.maxCount()))) {
        return new Piece(taken.get(taken.size() - 1).size().seq(), taken);
      }
      taken.add(row);
      fresh += counts ? 1 : 0;
      bytes += row.size().bytes();
    }
    return new Piece(page.upTo(), taken);
  }

  /** Whether the batch that covers a message was routed to the handler as well. */
  private boolean received(OutboxMessage message, Page page, Subscription subscription) {
    Envelope envelope;
    try {
      envelope = Envelope.parse(message.envelope());
    } catch (InvalidEnvelopeException e) {
      // It is parked for everyone, since nobody can tell whom it is for.
      return true;
    }
    String handler = subscription.handler().value();
    return page.batches().stream()
        .filter(batch -> batch.seqs().contains(message.seq()))
        .anyMatch(
            batch ->
                router(batch.revisions()).targetOf(handler, envelope, subscription).isPresent());
  }

  private static boolean reads(
      Subscription subscription, Map<Long, TypedRow> typed, OutboxMessage message) {
    TypedRow row = Objects.requireNonNull(typed.get(message.seq()));
    return BackfillPlanner.reads(subscription, row.type(), row.version());
  }

  private boolean end(RelayOrder order, OrderState state) {
    Done done = backfills.table().row(order.id()).done();
    String words = "sent " + done.sent() + " messages, skipped " + done.skipped();
    LOG.info("Relay {}: backfill {} {}: {}", token.relay(), order.id(), state.wireName(), words);
    paces.remove(order.id());
    unseen.remove(order.id());
    return move(order, state, words);
  }

  private boolean move(RelayOrder order, OrderState next, String outcome) {
    boolean moved = backfills.book().move(token, order, next, outcome);
    orders.refresh();
    return moved;
  }

  private Pace pace(BackfillRow row) {
    return paces.computeIfAbsent(row.order(), id -> new Pace(row.rate(), nanoTime));
  }

  private UnseenRows unseen(RelayOrder order) {
    return unseen.computeIfAbsent(order.id(), id -> new UnseenRows(stores.outbox()));
  }

  private Router present() {
    return router(RoutedBy.only(dispatcher.revision()));
  }

  private Router router(RoutedBy revisions) {
    return routers.computeIfAbsent(revisions, stores.revisions()::router);
  }

  /** Where backfills are kept, and what is known for them. */
  record Backfills(
      OrderBook book, BackfillTable table, BackfillPlanner planner, DispatchHistory history) {}

  /**
   * Numbers that were looked at.
   *
   * @param batches of the stream that cover them
   * @param since what was sent to the handler alone since the order
   * @param rows that it asks for and that were not sent to the handler alone before the order
   * @param missing how many are covered and not there any more
   */
  private record Page(
      long upTo, List<ToAll> batches, SeqSet since, List<TypedRow> rows, long missing) {}

  private record Piece(long upTo, List<TypedRow> rows) {}
}

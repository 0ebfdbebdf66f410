package dev.waybill.relay.dispatch;

import dev.waybill.relay.health.HealthTable;
import dev.waybill.relay.heartbeat.Heartbeat;
import dev.waybill.relay.install.Installation;
import dev.waybill.relay.lane.Lanes;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.ledger.SeqSet;
import dev.waybill.relay.ledgerstore.DispatchHistory;
import dev.waybill.relay.ledgerstore.DispatchHistory.Sums;
import dev.waybill.relay.order.OrderBook;
import dev.waybill.relay.order.OrderState;
import dev.waybill.relay.order.RelayOrder;
import dev.waybill.relay.parking.ParkedQueue;
import dev.waybill.relay.parking.ParkedQueue.ParkedRest;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Watches a drain: it is done when a heartbeat written after it came back, every row that was
 * visible then is covered by a batch, each parked message that was due then was tried, and every
 * lane that can be made good was. Sends nothing itself. Belongs to the dispatch loop.
 */
final class DrainWork implements Errand {

  private static final int NUMBERS = 20_000;
  private static final Duration INTERVAL = Duration.ofMillis(500);

  private final Dispatcher.Stores stores;
  private final StandingOrders orders;
  private final Drains drains;
  private final Installation installation;
  private final Heartbeat heartbeat;
  private final Lanes lanes;
  private final FencingToken token;
  private final LongSupplier nanoTime;
  private long watched;
  private long beat;
  private long bound;
  private long looked;
  private SeqSet uncovered = SeqSet.empty();
  private long nextAt;

  DrainWork(
      Dispatcher.Stores stores,
      StandingOrders orders,
      Drains drains,
      Installation installation,
      Heartbeat heartbeat,
      Lanes lanes,
      FencingToken token,
      LongSupplier nanoTime) {
    this.stores = stores;
    this.orders = orders;
    this.drains = drains;
    this.installation = installation;
    this.heartbeat = heartbeat;
    this.lanes = lanes;
    this.token = token;
    this.nanoTime = nanoTime;
    this.nextAt = nanoTime.getAsLong();
  }

  @Override
  public boolean publishes() {
    return false;
  }

  @Override
  public boolean step() {
    return orders.drain().map(this::step).orElse(false);
  }

  private boolean step(RelayOrder order) {
    if (order.state() == OrderState.CANCELLING) {
      return end(order, OrderState.CANCELLED, report(order));
    }
    if (order.state() == OrderState.REQUESTED) {
      boolean moved = drains.book().move(token, order, OrderState.RUNNING, null);
      orders.refresh();
      return moved;
    }
    if (watched != order.id()) {
      begin(order);
      return true;
    }
    if (!heartbeat.returned(beat) || nanoTime.getAsLong() - nextAt < 0) {
      return false;
    }
    if (looked < bound) {
      list();
      return true;
    }
    return judge(order);
  }

  /** Also after a takeover: then it begins to watch anew, which finds the same. */
  private void begin(RelayOrder order) {
    watched = order.id();
    bound = stores.outbox().greatestSeq();
    looked = installation.verifiedThrough();
    uncovered = SeqSet.empty();
    beat = heartbeat.beat();
  }

  private void list() {
    List<Long> numbers = stores.outbox().seqs(looked, bound, NUMBERS);
    uncovered = uncovered.union(withoutCovered(SeqSet.of(numbers)));
    looked = numbers.size() < NUMBERS ? bound : numbers.get(numbers.size() - 1);
  }

  private boolean judge(RelayOrder order) {
    nextAt = nanoTime.getAsLong() + INTERVAL.toNanos();
    uncovered = withoutCovered(uncovered);
    long due = drains.parked().due(token.relay(), lanes.usable(), order.given().at());
    if (uncovered.isEmpty() && due == 0 && lanes.drainable().isEmpty()) {
      boolean nobodyBehind = lanes.behind().isEmpty();
      return end(order, nobodyBehind ? OrderState.DONE : OrderState.UNFINISHED, report(order));
    }
    drains.book().note(token, order, report(order));
    return false;
  }

  private SeqSet withoutCovered(SeqSet numbers) {
    return numbers.isEmpty()
        ? numbers
        : numbers.minus(stores.ledger().covered(token.relay(), numbers));
  }

  private String report(RelayOrder order) {
    Sums sums = drains.history().since(order.sinceBatch());
    ParkedRest rest = drains.parked().rest(token.relay());
    return "dispatched "
        + sums.toAll()
        + " messages, and "
        + sums.toOne()
        + " copies to single handlers; remaining: "
        + uncovered.size()
        + " missed, "
        + rest.open()
        + " parked, "
        + rest.dead()
        + " dead letters, handlers behind "
        + lanes.behind();
  }

  private boolean end(RelayOrder order, OrderState state, String report) {
    boolean done = state == OrderState.DONE;
    boolean moved =
        drains
            .book()
            .move(
                token,
                order,
                state,
                report,
                done ? () -> drains.health().drained(token.relay()) : () -> {});
    watched = 0;
    orders.refresh();
    return moved;
  }

  /** Where drains are kept, and what is asked for them. */
  record Drains(OrderBook book, DispatchHistory history, ParkedQueue parked, HealthTable health) {}
}

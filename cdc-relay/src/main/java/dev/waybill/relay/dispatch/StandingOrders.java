package dev.waybill.relay.dispatch;

import dev.waybill.relay.lane.Lanes;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.HeldLease;
import dev.waybill.relay.order.OrderBook;
import dev.waybill.relay.order.OrderKind;
import dev.waybill.relay.order.OrderState;
import dev.waybill.relay.order.RelayOrder;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The orders that have not ended, as they were last read. Lets a pause come into force, and keeps
 * the lanes of handlers with an open backfill closed. Belongs to the dispatch loop.
 */
final class StandingOrders {

  private static final Duration INTERVAL = Duration.ofMillis(500);

  private final OrderBook book;
  private final Lanes lanes;
  private final FencingToken token;
  private final LongSupplier nanoTime;
  private List<RelayOrder> open = List.of();
  private long nextAt;

  /** Reads the orders, so that a session that begins under a pause never publishes. */
  StandingOrders(OrderBook book, Lanes lanes, FencingToken token, LongSupplier nanoTime) {
    this.book = book;
    this.lanes = lanes;
    this.token = token;
    this.nanoTime = nanoTime;
    refresh();
  }

  /** Reads the orders again, now. */
  void refresh() {
    nextAt = nanoTime.getAsLong() + INTERVAL.toNanos();
    open = book.open(token.relay());
    lanes.hold(
        backfills().stream()
            .map(order -> Objects.requireNonNull(order.handler()))
            .collect(Collectors.toSet()));
  }

  /**
   * Reads the orders when that is due, and says whether the relay is paused. Asked where nothing is
   * published after a yes: then the pause is recorded as in force.
   */
  boolean paused() {
    if (nanoTime.getAsLong() - nextAt >= 0) {
      refresh();
    }
    Optional<RelayOrder> pause = pause();
    if (pause.filter(order -> order.state() == OrderState.REQUESTED).isPresent()) {
      book.move(token, pause.get(), OrderState.RUNNING, null);
      refresh();
    }
    return pause().isPresent();
  }

  /** Returns when no pause is in force, with true; or false when the relay stops. */
  boolean awaitNoPause(HeldLease lease, StatusBoard board, BooleanSupplier stopping)
      throws InterruptedException {
    while (!stopping.getAsBoolean() && paused()) {
      lease.requireHeld();
      board.show(status());
      board.moved();
      TimeUnit.NANOSECONDS.sleep(INTERVAL.toNanos());
    }
    return !stopping.getAsBoolean();
  }

  /** What people are shown under a pause. */
  RelayStatus status() {
    RelayOrder.Given given = pause().orElseThrow().given();
    return new RelayStatus.Paused(given.by(), given.reason());
  }

  /** The pause that is open, if one is. */
  private Optional<RelayOrder> pause() {
    return ofKind(OrderKind.PAUSE).stream().findFirst();
  }

  /** The drain that is open, if one is. */
  Optional<RelayOrder> drain() {
    return ofKind(OrderKind.DRAIN).stream().findFirst();
  }

  /** The open backfills, the oldest first. */
  List<RelayOrder> backfills() {
    return ofKind(OrderKind.BACKFILL);
  }

  private List<RelayOrder> ofKind(OrderKind kind) {
    return open.stream().filter(order -> order.kind() == kind).toList();
  }
}

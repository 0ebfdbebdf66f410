package dev.waybill.relay.dispatch;

import dev.waybill.relay.dispatch.RelayParts.Boards;
import dev.waybill.relay.health.HealthTable;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.status.LaneBoard;
import dev.waybill.relay.status.RelayStatus;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Writes at an interval how the relay is. Belongs to the dispatch loop. */
final class HealthBeat implements Errand {

  private final HealthTable table;
  private final Dispatcher dispatcher;
  private final Boards boards;
  private final FencingToken token;
  private final Duration interval;
  private final LongSupplier nanoTime;
  private long nextAt;

  HealthBeat(
      HealthTable table,
      Dispatcher dispatcher,
      Boards boards,
      FencingToken token,
      Duration interval,
      LongSupplier nanoTime) {
    this.table = table;
    this.dispatcher = dispatcher;
    this.boards = boards;
    this.token = token;
    this.interval = interval;
    this.nanoTime = nanoTime;
    this.nextAt = nanoTime.getAsLong();
  }

  @Override
  public boolean publishes() {
    return false;
  }

  @Override
  public boolean step() {
    RelayStatus status = boards.status().status();
    boolean well = status instanceof RelayStatus.Streaming || status instanceof RelayStatus.Paused;
    if (!well || nanoTime.getAsLong() - nextAt < 0) {
      return false;
    }
    nextAt = nanoTime.getAsLong() + interval.toNanos();
    LaneBoard.Waiting waiting = boards.lanes().waiting();
    boolean drained = waiting.behind().isEmpty() && !dispatcher.holdsAnything();
    table.beat(token.relay(), token.owner(), status.describe(), boards.progress(), drained);
    return false;
  }
}

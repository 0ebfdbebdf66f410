package dev.waybill.relay.dispatch;

import dev.waybill.relay.dispatch.RelayParts.Boards;
import dev.waybill.relay.heartbeat.Heartbeat;
import dev.waybill.relay.outbox.OutboxMessage;
import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.status.Progress;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import dev.waybill.relay.stream.StreamBatch;
import dev.waybill.relay.stream.StreamEvent;
import dev.waybill.relay.stream.WalStream;
import dev.waybill.relay.stream.WalStream.EngineStuckException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The one loop that owns the producer. The engine hands it a batch and waits; between batches it
 * beats and takes one bounded step of each errand. Everything that publishes does so from here, so
 * that batches have one order.
 */
final class DispatchLoop {

  private static final Duration LONGEST_WAIT = Duration.ofMillis(250);

  private final RelayProperties settings;
  private final Dispatcher dispatcher;
  private final List<Errand> errands;
  private final StandingOrders orders;
  private final StreamGuard guard;
  private final StatusBoard board;
  private final Progress progress;
  private final Heartbeat heartbeat;

  DispatchLoop(
      RelayProperties settings,
      Dispatcher dispatcher,
      List<Errand> errands,
      StandingOrders orders,
      StreamGuard guard,
      Boards boards,
      Heartbeat heartbeat) {
    this.settings = settings;
    this.dispatcher = dispatcher;
    this.errands = List.copyOf(errands);
    this.orders = orders;
    this.guard = guard;
    this.board = boards.status();
    this.progress = boards.progress();
    this.heartbeat = heartbeat;
  }

  /** Runs until {@code stopping}, or until the stream, the lease, PostgreSQL or Kafka fails. */
  void run(BooleanSupplier stopping) throws InterruptedException {
    board.moved();
    WalStream stream = WalStream.start(settings);
    try {
      run(stream, stopping);
    } catch (RuntimeException | InterruptedException e) {
      closeAfter(stream, e);
      throw e;
    }
    stream.close();
  }

  private void run(WalStream stream, BooleanSupplier stopping) throws InterruptedException {
    while (!stopping.getAsBoolean()) {
      guard.requireLease();
      if (heartbeat.beatWhenDue()) {
        guard.requirePublication();
        guard.requireNumbersGoOn();
        // Also while nothing is staged: a handler that is switched on may be behind.
        dispatcher.refreshRevision();
        guard.keepUp();
      }
      boolean paused = orders.paused();
      boolean busy = stepThroughErrands(paused);
      if (paused) {
        rest(stream);
        continue;
      }
      if (board.status() instanceof RelayStatus.Paused) {
        board.show(new RelayStatus.CatchingUp());
      }
      Duration wait = busy ? Duration.ZERO : shorter(heartbeat.untilDue(), LONGEST_WAIT);
      stream.poll(wait).ifPresent(this::process);
      guard.requireMoving(board);
    }
  }

  private boolean stepThroughErrands(boolean paused) {
    boolean busy = false;
    for (Errand errand : errands) {
      if (!(paused && errand.publishes())) {
        busy |= errand.step();
      }
    }
    return busy;
  }

  /**
   * The engine keeps its connection and waits with its batch, so that the slot stays in use and is
   * not taken for idle; what it has read ahead is bounded. That nothing comes back is no stall.
   */
  private void rest(WalStream stream) throws InterruptedException {
    board.show(orders.status());
    board.moved();
    stream.rest(LONGEST_WAIT);
  }

  /** An engine that does not stop matters more than what ended the loop. */
  private static void closeAfter(WalStream stream, Exception ended) {
    try {
      stream.close();
    } catch (EngineStuckException stuck) {
      stuck.addSuppressed(ended);
      throw stuck;
    }
  }

  private void process(StreamBatch batch) {
    List<OutboxMessage> messages = new ArrayList<>(batch.events().size());
    boolean returned = false;
    for (StreamEvent event : batch.events()) {
      if (event instanceof StreamEvent.Staged staged) {
        messages.add(staged.message());
        progress.observed(staged.message().committed().at());
      } else if (event instanceof StreamEvent.Beat beat) {
        returned |= heartbeat.own(beat.relay(), beat.beat());
      }
    }
    dispatcher.dispatch(messages);
    progress.handled();
    guard.requireSameSlot();
    batch.confirm();
    board.moved();
    if (returned) {
      progress.returned(heartbeat.roundTrip());
      dispatcher.settle(heartbeat);
      board.show(new RelayStatus.Streaming());
    } else if (!(board.status() instanceof RelayStatus.Streaming)) {
      board.show(new RelayStatus.CatchingUp());
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}

package dev.waybill.relay.dispatch;

import dev.waybill.relay.heartbeat.Heartbeat;
import dev.waybill.relay.lease.HeldLease;
import dev.waybill.relay.outbox.OutboxMessage;
import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.status.NotReadyException;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import dev.waybill.relay.stream.StreamBatch;
import dev.waybill.relay.stream.StreamEvent;
import dev.waybill.relay.stream.WalStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The one loop that owns the producer. The engine hands it a batch and waits; between batches it
 * beats. Everything that publishes does so from here, so that batches have one order.
 */
final class DispatchLoop {

  private static final Duration LONGEST_WAIT = Duration.ofMillis(250);

  private final RelayProperties settings;
  private final Dispatcher dispatcher;
  private final HeldLease lease;
  private final StatusBoard board;
  private final Heartbeat heartbeat;

  DispatchLoop(
      RelayProperties settings,
      Dispatcher dispatcher,
      HeldLease lease,
      StatusBoard board,
      Heartbeat heartbeat) {
    this.settings = settings;
    this.dispatcher = dispatcher;
    this.lease = lease;
    this.board = board;
    this.heartbeat = heartbeat;
  }

  /** Runs until {@code stopping}, or until the stream, the lease, PostgreSQL or Kafka fails. */
  void run(BooleanSupplier stopping) throws InterruptedException {
    board.moved();
    try (WalStream stream = WalStream.start(settings)) {
      while (!stopping.getAsBoolean()) {
        lease.requireHeld();
        heartbeat.beatWhenDue();
        stream.poll(shorter(heartbeat.untilDue(), LONGEST_WAIT)).ifPresent(this::process);
        requireMoving();
      }
    }
  }

  private void process(StreamBatch batch) {
    List<OutboxMessage> messages = new ArrayList<>(batch.events().size());
    boolean returned = false;
    for (StreamEvent event : batch.events()) {
      if (event instanceof StreamEvent.Staged staged) {
        messages.add(staged.message());
      } else if (event instanceof StreamEvent.Beat beat) {
        returned |= heartbeat.own(beat.relay(), beat.beat());
      }
    }
    dispatcher.dispatch(messages);
    batch.confirm();
    if (returned) {
      dispatcher.settleUndecided();
      board.show(new RelayStatus.Streaming());
    }
    if (returned || !messages.isEmpty()) {
      board.moved();
    }
  }

  private void requireMoving() {
    Duration limit = settings.stream().stallTimeout();
    if (board.sinceMoved().compareTo(limit) > 0) {
      throw new NotReadyException(
          "no heartbeat came back through the WAL for " + limit.toSeconds() + " s",
          "connecting anew; check the network path and what the server's walsender waits for");
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}

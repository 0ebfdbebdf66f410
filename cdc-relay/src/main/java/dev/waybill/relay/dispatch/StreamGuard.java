package dev.waybill.relay.dispatch;

import dev.waybill.relay.dispatch.RelayParts.Preconditions;
import dev.waybill.relay.install.Installation.StreamStart;
import dev.waybill.relay.lease.HeldLease;
import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.status.NotReadyException;
import dev.waybill.relay.status.StatusBoard;
import java.time.Duration;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What must stay true while the stream runs: the lease, the slot, the publication, and that
 * something moves. Belongs to the dispatch loop.
 */
final class StreamGuard {

  /** At work, the reader's process may still be seen waiting for an instant. */
  private static final int IDLE_LOOKS = 3;

  private final Preconditions preconditions;
  private final HeldLease lease;
  private final StreamStart start;
  private final RelayProperties settings;
  private final ReaderWatch reader;
  private boolean slotChecked;
  private int idleLooks;

  StreamGuard(
      Preconditions preconditions,
      JdbcClient jdbc,
      HeldLease lease,
      StreamStart start,
      RelayProperties settings) {
    this.preconditions = preconditions;
    this.lease = lease;
    this.start = start;
    this.settings = settings;
    this.reader = new ReaderWatch(jdbc, settings.slotName());
  }

  void requireLease() {
    lease.requireHeld();
  }

  /** Asked before a confirmation; looks once, since afterwards the slot moves by our own word. */
  void requireSameSlot() {
    if (!slotChecked) {
      preconditions.installation().requireUnmoved(lease.token(), start);
      slotChecked = true;
    }
  }

  /**
   * Rows staged while a table is out of the publication never reach the stream, so what is found
   * wrong is put right from the table by the start that follows.
   */
  void requirePublication() {
    try {
      preconditions.check().requirePublication();
    } catch (NotReadyException e) {
      preconditions.installation().mustCatchUp(lease.token());
      throw e;
    }
  }

  /** Numbers that start again would be dropped as repeats. */
  void requireNumbersGoOn() {
    preconditions.installation().requireNumbersGoOn();
  }

  /** Keeps the writer able to stage tomorrow. */
  void keepUp() {
    preconditions.upkeep().doWhenDue();
  }

  /**
   * Nothing may arrive for long while the server reads WAL that holds no published row, or collects
   * a large transaction; then its reader works, and that counts.
   */
  void requireMoving(StatusBoard board) {
    Duration limit = settings.stream().stallTimeout();
    if (board.sinceMoved().compareTo(limit) <= 0) {
      return;
    }
    if (reader.atWork()) {
      idleLooks = 0;
      board.moved();
    } else if (++idleLooks >= IDLE_LOOKS) {
      throw new NotReadyException(
          "no heartbeat came back through the WAL for " + limit.toSeconds() + " s",
          "connecting anew; check the network path and what the server's walsender waits for");
    }
  }
}

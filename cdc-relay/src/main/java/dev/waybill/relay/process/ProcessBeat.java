package dev.waybill.relay.process;

import dev.waybill.relay.status.StatusBoard;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Writes at an interval that this process lives and how it is, whether it streams or stands by.
 * Used by one thread.
 */
public final class ProcessBeat {

  private final ProcessTable table;
  private final String relay;
  private final ProcessName process;
  private final StatusBoard board;
  private final Duration interval;
  private final LongSupplier nanoTime;
  private long nextAt;

  public ProcessBeat(
      ProcessTable table,
      String relay,
      ProcessName process,
      StatusBoard board,
      Duration interval,
      LongSupplier nanoTime) {
    this.table = table;
    this.relay = relay;
    this.process = process;
    this.board = board;
    this.interval = interval;
    this.nanoTime = nanoTime;
    this.nextAt = nanoTime.getAsLong();
  }

  /**
   * Writes when it is time.
   *
   * @throws org.springframework.dao.DataAccessException when the database does not take it
   */
  public void step() {
    if (nanoTime.getAsLong() - nextAt < 0) {
      return;
    }
    table.beat(relay, process, board.status().describe());
    nextAt = nanoTime.getAsLong() + interval.toNanos();
  }
}

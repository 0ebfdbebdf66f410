package dev.waybill.relay.install;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What the relay that streams does for the outbox's table beside publishing it: making partitions
 * ahead, and looking for rows that somebody updates. Not thread-safe: it belongs to the dispatch
 * loop.
 */
public final class Upkeep {

  private static final Duration INTERVAL = Duration.ofMinutes(10);

  private final DayPartitions partitions;
  private final UpdateWatch updates;
  private final LongSupplier nanoTime;
  private long nextAt;

  public Upkeep(JdbcClient jdbc, LongSupplier nanoTime) {
    this.partitions = new DayPartitions(jdbc);
    this.updates = new UpdateWatch(jdbc);
    this.nanoTime = nanoTime;
    this.nextAt = nanoTime.getAsLong();
  }

  /** Does all of it every ten minutes, the first time at once. A failure is logged, not thrown. */
  public void doWhenDue() {
    long now = nanoTime.getAsLong();
    if (now - nextAt < 0) {
      return;
    }
    nextAt = now + INTERVAL.toNanos();
    partitions.ensure();
    updates.look();
  }
}

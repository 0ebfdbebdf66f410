package dev.waybill.relay.install;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Keeps the outbox's day partitions made ahead, through the function that their owner offers: a
 * writer that runs for weeks makes none, and without today's staging is refused. Not thread-safe.
 */
public final class DayPartitions {

  private static final Logger LOG = LoggerFactory.getLogger(DayPartitions.class);
  private static final int DAYS_AHEAD = 14;
  private static final Duration INTERVAL = Duration.ofHours(1);

  private final JdbcClient jdbc;
  private final LongSupplier nanoTime;
  private long nextAt;

  public DayPartitions(JdbcClient jdbc, LongSupplier nanoTime) {
    this.jdbc = jdbc;
    this.nanoTime = nanoTime;
    this.nextAt = nanoTime.getAsLong();
  }

  /** Makes what is missing, once an hour. A failure is logged and does not stop the stream. */
  public void ensureWhenDue() {
    long now = nanoTime.getAsLong();
    if (now - nextAt < 0) {
      return;
    }
    nextAt = now + INTERVAL.toNanos();
    try {
      jdbc.sql("SELECT outbox.ensure_message_partitions(:days)")
          .param("days", DAYS_AHEAD)
          .query(Integer.class)
          .single();
    } catch (DataAccessException e) {
      LOG.warn(
          "Day partitions of outbox.message could not be made {} days ahead, trying again in {}"
              + " minutes: {}",
          DAYS_AHEAD,
          INTERVAL.toMinutes(),
          e.getMostSpecificCause().getMessage());
    }
  }
}

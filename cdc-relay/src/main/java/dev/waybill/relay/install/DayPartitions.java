package dev.waybill.relay.install;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Keeps the outbox's day partitions made ahead, through the function that their owner offers: a
 * writer that runs for weeks makes none, and without today's staging is refused. Thread-safe.
 */
final class DayPartitions {

  private static final Logger LOG = LoggerFactory.getLogger(DayPartitions.class);
  private static final int DAYS_AHEAD = 14;

  private final JdbcClient jdbc;

  DayPartitions(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Makes what is missing. A failure is logged and does not stop the stream. */
  void ensure() {
    try {
      jdbc.sql("SELECT outbox.ensure_message_partitions(:days)")
          .param("days", DAYS_AHEAD)
          .query(Integer.class)
          .single();
    } catch (DataAccessException e) {
      LOG.warn(
          "Day partitions of outbox.message could not be made {} days ahead, trying again later: {}",
          DAYS_AHEAD,
          e.getMostSpecificCause().getMessage());
    }
  }
}

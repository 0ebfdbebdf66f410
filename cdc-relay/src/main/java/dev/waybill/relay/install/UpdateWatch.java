package dev.waybill.relay.install;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Says when somebody updates rows of the outbox. The publication passes inserts only, so what is
 * published is what was staged, and whoever wrote the update would wait for its effect in vain. The
 * count is PostgreSQL's own and cumulative. Not thread-safe.
 */
final class UpdateWatch {

  private static final Logger LOG = LoggerFactory.getLogger(UpdateWatch.class);

  private final JdbcClient jdbc;
  private long known;

  UpdateWatch(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Warns once for all updates since the last look. */
  void look() {
    try {
      long updated = updated();
      if (updated > known) {
        LOG.warn(
            "{} rows of outbox.message were updated; an update is never published. Find who does it:"
                + " the writer's role must not have the right to",
            updated - known);
      }
      known = updated;
    } catch (DataAccessException e) {
      LOG.warn(
          "Updates of outbox.message could not be counted: {}",
          e.getMostSpecificCause().getMessage());
    }
  }

  private long updated() {
    return jdbc.sql(
            """
            SELECT coalesce(sum(s.n_tup_upd), 0)
            FROM pg_partition_tree('outbox.message') t
            JOIN pg_stat_user_tables s ON s.relid = t.relid
            """)
        .query(Long.class)
        .single();
  }
}

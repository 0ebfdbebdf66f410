package dev.waybill.relay.wal;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Asks the server about the slot and about who may hold it. Needs no right beyond those of the
 * relay's role; without pg_read_all_stats the age and state of other roles' transactions stay
 * hidden, their process and application do not.
 */
public final class SlotReader {

  private final JdbcClient jdbc;
  private final String slot;

  public SlotReader(JdbcClient jdbc, String slot) {
    this.jdbc = jdbc;
    this.slot = slot;
  }

  /**
   * Looks once; some ten milliseconds on a server with a thousand connections.
   *
   * @throws org.springframework.dao.DataAccessException when the server does not answer
   */
  public SlotLook look() {
    return jdbc.sql(
            """
            WITH log AS (
              SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
                          ELSE pg_current_wal_lsn() END AS lsn),
            writing AS (
              SELECT age(backend_xid) AS position, backend_xid::text AS transaction,
                     'server process ' || pid || ' (' || coalesce(nullif(application_name, ''), '?')
                       || ' as ' || coalesce(usename, '?') || ' in ' || coalesce(datname, '?') || ')'
                       AS who,
                     state, extract(epoch FROM clock_timestamp() - xact_start)::float8 AS seconds,
                     'end it in its application, or SELECT pg_terminate_backend(' || pid || ')'
                       AS remedy
              FROM pg_stat_activity
              WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()
              UNION ALL
              SELECT age(transaction), transaction::text,
                     'prepared transaction ''' || gid || ''' (' || owner || ' in ' || database || ')',
                     'prepared', extract(epoch FROM clock_timestamp() - prepared)::float8,
                     'COMMIT PREPARED or ROLLBACK PREPARED it, as its coordinator decided'
              FROM pg_prepared_xacts)
            SELECT s.active, coalesce(s.wal_status, '') AS wal_status, s.safe_wal_size,
                   coalesce(pg_wal_lsn_diff(log.lsn, s.restart_lsn), 0)::bigint AS retained,
                   coalesce(pg_wal_lsn_diff(log.lsn, s.confirmed_flush_lsn), 0)::bigint
                     AS unconfirmed,
                   o.transaction, o.who, o.state, o.seconds, o.remedy
            FROM pg_replication_slots s
            CROSS JOIN log
            LEFT JOIN (SELECT * FROM writing ORDER BY position DESC LIMIT 1) o ON true
            WHERE s.slot_name = :slot
            """)
        .param("slot", slot)
        .query((row, index) -> look(row))
        .optional()
        .orElseGet(() -> SlotLook.none(slot));
  }

  private SlotLook look(ResultSet row) throws SQLException {
    String transaction = row.getString("transaction");
    String status = row.getString("wal_status");
    return new SlotLook(
        slot,
        row.getBoolean("active"),
        status,
        Math.max(0, row.getLong("retained")),
        Math.max(0, row.getLong("unconfirmed")),
        status.equals("lost") ? Long.valueOf(0) : row.getObject("safe_wal_size", Long.class),
        transaction == null
            ? null
            : new WalHolder(
                transaction,
                row.getString("who"),
                row.getString("state"),
                row.getObject("seconds", Double.class),
                row.getString("remedy")));
  }
}

package dev.waybill.cli.relay;

import dev.waybill.cli.connect.Reader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what one relay is and where it stands. */
final class RelayTables {

  /** So many rows are looked at for those that wait. */
  static final int MOST_ROWS = 20_000;

  private final Reader reader;
  private final String relay;

  RelayTables(Reader reader, String relay) {
    this.reader = reader;
    this.relay = relay;
  }

  /** The installation; empty when the relay never got so far, or its tables are not there. */
  Optional<Installed> installed() throws SQLException {
    if (!reader.hasTable("relay_installation")) {
      return Optional.empty();
    }
    // The WAL's own timeline: that of the last checkpoint stays behind for a while after a
    // promotion.
    return reader.find(
        """
        SELECT i.slot, i.caught_up_at IS NOT NULL AS caught_up, i.verified_seq,
               i.system_identifier AS installed_in, i.address, i.timeline,
               s.system_identifier || '/' || d.oid AS this_database, pg_is_in_recovery() AS standby,
               CASE WHEN pg_is_in_recovery() THEN c.timeline_id::bigint
                    ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint
               END AS this_timeline
        FROM outbox.relay_installation i, pg_control_system() s, pg_control_checkpoint() c,
             pg_database d
        WHERE i.relay = ? AND d.datname = current_database()
        """,
        RelayTables::installed,
        relay);
  }

  /** The lease; empty when no relay of the name ever ran here. */
  Optional<Lease> lease() throws SQLException {
    if (!reader.hasTable("relay_lease")) {
      return Optional.empty();
    }
    return reader.find(
        """
        SELECT lease_owner, lease_expires_at > clock_timestamp() AS holds, lease_expires_at,
               fencing_value, processing_started_at
        FROM outbox.relay_lease
        WHERE relay = ?
        """,
        row ->
            new Lease(
                row.getString("lease_owner"),
                row.getBoolean("holds"),
                row.getObject("lease_expires_at", OffsetDateTime.class).toInstant(),
                row.getLong("fencing_value"),
                instant(row, "processing_started_at")),
        relay);
  }

  /** Its processes, the one that was seen last first; none where an older relay made the tables. */
  List<RelayProcess> processes() throws SQLException {
    if (!reader.hasTable("relay_process")) {
      return List.of();
    }
    return reader.list(
        """
        SELECT process, status,
               extract(epoch FROM clock_timestamp() - beaten_at)::float8 AS silent
        FROM outbox.relay_process
        WHERE relay = ?
        ORDER BY beaten_at DESC, process
        """,
        row ->
            new RelayProcess(
                row.getString("process"), row.getString("status"), row.getDouble("silent")),
        relay);
  }

  /** A slot; empty when this database has none of the name, though another of the server may. */
  Optional<Slot> slot(String name) throws SQLException {
    return reader.find(
        """
        SELECT s.active, s.wal_status, to_jsonb(s) ->> 'invalidation_reason' AS invalidation_reason,
               pg_wal_lsn_diff(
                 CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
                      ELSE pg_current_wal_lsn() END,
                 s.restart_lsn)::bigint AS retained
        FROM pg_replication_slots s
        WHERE s.slot_name = ? AND s.database = current_database() AND s.plugin = 'pgoutput'
        """,
        row ->
            new Slot(
                name,
                row.getBoolean("active"),
                row.getString("wal_status"),
                row.getString("invalidation_reason"),
                row.getObject("retained", Long.class)),
        name);
  }

  /** What waits among the newest rows, of those that are not proved to be dispatched. */
  Waiting waiting(long verifiedSeq) throws SQLException {
    return reader.one(
        """
        WITH newest AS MATERIALIZED (
          SELECT seq, staged_at FROM outbox.message WHERE seq > ? ORDER BY seq DESC LIMIT ?),
        span AS (
          SELECT CASE WHEN count(*) > 0
                      THEN int8multirange(int8range(min(seq), max(seq), '[]')) END AS numbers
          FROM newest),
        covered AS (
          SELECT range_agg(b.seqs) AS numbers
          FROM span JOIN outbox.dispatch_batch b ON b.seqs && span.numbers
          WHERE b.relay = ? AND b.scope = 'all'),
        looked AS (
          SELECT n.staged_at, NOT coalesce(c.numbers @> n.seq, false) AS waits
          FROM newest n CROSS JOIN covered c)
        SELECT count(*) FILTER (WHERE waits) AS rows, count(*) >= ? AS more,
               min(staged_at) FILTER (WHERE waits) AS oldest
        FROM looked
        """,
        row -> new Waiting(row.getLong("rows"), row.getBoolean("more"), instant(row, "oldest")),
        verifiedSeq,
        MOST_ROWS,
        relay,
        MOST_ROWS);
  }

  private static Installed installed(ResultSet row) throws SQLException {
    return new Installed(
        row.getString("slot"),
        row.getBoolean("caught_up"),
        row.getLong("verified_seq"),
        new Installed.Place(
            row.getString("installed_in"),
            row.getString("address"),
            row.getObject("timeline", Long.class)),
        new Installed.Here(
            row.getString("this_database"),
            row.getLong("this_timeline"),
            row.getBoolean("standby")));
  }

  static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}

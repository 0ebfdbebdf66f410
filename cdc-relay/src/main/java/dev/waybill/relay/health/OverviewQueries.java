package dev.waybill.relay.health;

import dev.waybill.relay.health.Overview.LaneState;
import dev.waybill.relay.health.Overview.Lease;
import dev.waybill.relay.health.Overview.ParkedGroup;
import dev.waybill.relay.health.Overview.ProcessLook;
import dev.waybill.relay.health.Overview.Slot;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads an {@link Overview}. Thread-safe. */
public final class OverviewQueries {

  private final JdbcClient jdbc;
  private final String relay;
  private final String slot;

  public OverviewQueries(JdbcClient jdbc, String relay, String slot) {
    this.jdbc = jdbc;
    this.relay = relay;
    this.slot = slot;
  }

  /** How things are now. */
  public Overview read() {
    return new Overview(
        lease(), processes(), slot().orElse(null), handlers(), parked(), lastDrainAt());
  }

  private @Nullable Lease lease() {
    return jdbc.sql(
            """
            SELECT lease_owner, lease_expires_at
            FROM outbox.relay_lease
            WHERE relay = :relay AND lease_owner IS NOT NULL
              AND lease_expires_at > clock_timestamp()
            """)
        .param("relay", relay)
        .query(
            (row, index) ->
                new Lease(
                    row.getString("lease_owner"),
                    row.getObject("lease_expires_at", OffsetDateTime.class).toInstant()))
        .optional()
        .orElse(null);
  }

  private List<ProcessLook> processes() {
    return jdbc.sql(
            """
            SELECT process, status, beaten_at
            FROM outbox.relay_process
            WHERE relay = :relay
            ORDER BY beaten_at DESC, process
            """)
        .param("relay", relay)
        .query(
            (row, index) ->
                new ProcessLook(
                    row.getString("process"),
                    row.getString("status"),
                    row.getObject("beaten_at", OffsetDateTime.class).toInstant()))
        .list();
  }

  /** The replication slot, if it is there. */
  public Optional<Slot> slot() {
    return jdbc.sql(
            """
            SELECT active, coalesce(wal_status, 'unknown') AS wal_status,
                   pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint AS retained
            FROM pg_replication_slots
            WHERE slot_name = :slot
            """)
        .param("slot", slot)
        .query(
            (row, index) ->
                new Slot(
                    slot,
                    row.getBoolean("active"),
                    row.getString("wal_status"),
                    row.getObject("retained", Long.class)))
        .optional();
  }

  private List<LaneState> handlers() {
    return jdbc.sql(
            """
            SELECT handler, behind, reason
            FROM outbox.relay_lane
            WHERE relay = :relay AND (behind OR reason IS NOT NULL)
            ORDER BY handler
            """)
        .param("relay", relay)
        .query(
            (row, index) ->
                new LaneState(
                    row.getString("handler"), row.getBoolean("behind"), row.getString("reason")))
        .list();
  }

  private List<ParkedGroup> parked() {
    return jdbc.sql(
            """
            SELECT handler, state, error_code, count(*) AS messages
            FROM outbox.parked_delivery
            WHERE relay = :relay AND state IN ('pending', 'waiting', 'processing', 'dead-letter')
            GROUP BY handler, state, error_code
            ORDER BY handler, state, error_code
            """)
        .param("relay", relay)
        .query(
            (row, index) ->
                new ParkedGroup(
                    row.getString("handler"),
                    row.getString("state"),
                    row.getString("error_code"),
                    row.getLong("messages")))
        .list();
  }

  private @Nullable Instant lastDrainAt() {
    return jdbc.sql("SELECT last_drain_at FROM outbox.relay_health WHERE relay = :relay")
        .param("relay", relay)
        .query((row, index) -> Optional.ofNullable(row.getObject(1, OffsetDateTime.class)))
        .optional()
        .flatMap(time -> time)
        .map(OffsetDateTime::toInstant)
        .orElse(null);
  }
}

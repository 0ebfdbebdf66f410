package dev.waybill.relay.install;

import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.status.NotReadyException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Owns {@code outbox.relay_installation} and the replication slot. The marker is written before the
 * slot is created, so that a missing slot is a first start only while nothing was ever streamed.
 */
public final class Installation {

  private final RelayProperties relay;
  private final JdbcClient jdbc;

  public Installation(RelayProperties relay, JdbcClient jdbc) {
    this.relay = relay;
    this.jdbc = jdbc;
  }

  /**
   * Returns when the slot is there, usable and free; creates it at the first start.
   *
   * @return whether the rows that are older than the slot must still be dispatched from the table
   * @throws NotReadyException when the slot is lost, foreign or in use
   */
  public boolean ensureSlot(String systemIdentifier) {
    Marker marker = marker(systemIdentifier);
    Optional<Slot> slot = slot();
    if (slot.isPresent()) {
      requireUsable(slot.get());
    } else if (marker.caughtUp()) {
      throw new NotReadyException(
          "replication slot " + relay.slotName() + " is missing, although it was installed",
          "rows staged since its loss wait in outbox.message; follow runbooks/slot-lost.md");
    } else {
      create();
    }
    return !marker.caughtUp();
  }

  /**
   * Notes that every row older than the slot was dispatched: from now on a missing slot is lost.
   */
  public void caughtUp() {
    jdbc.sql(
            """
            UPDATE outbox.relay_installation
            SET caught_up_at = clock_timestamp()
            WHERE relay = :relay AND caught_up_at IS NULL
            """)
        .param("relay", relay.name())
        .update();
  }

  private Marker marker(String systemIdentifier) {
    jdbc.sql(
            """
            INSERT INTO outbox.relay_installation (relay, slot, system_identifier)
            VALUES (:relay, :slot, :systemIdentifier)
            ON CONFLICT (relay) DO NOTHING
            """)
        .param("relay", relay.name())
        .param("slot", relay.slotName())
        .param("systemIdentifier", systemIdentifier)
        .update();
    Marker marker =
        jdbc.sql(
                """
                SELECT slot, system_identifier, caught_up_at IS NOT NULL AS caught_up
                FROM outbox.relay_installation
                WHERE relay = :relay
                """)
            .param("relay", relay.name())
            .query((row, index) -> marker(row))
            .single();
    requireSame("replication slot", marker.slot(), relay.slotName());
    requireSame("PostgreSQL cluster", marker.systemIdentifier(), systemIdentifier);
    return marker;
  }

  private void requireSame(String what, String installed, String actual) {
    if (!installed.equals(actual)) {
      throw new NotReadyException(
          "relay "
              + relay.name()
              + " was installed with the "
              + what
              + " "
              + installed
              + ", this is "
              + actual,
          "use the former, or follow runbooks/relay-not-ready.md, section 'foreign ledger'");
    }
  }

  private void requireUsable(Slot slot) {
    String name = relay.slotName();
    if (!"pgoutput".equals(slot.plugin()) || !slot.here() || slot.temporary()) {
      throw new NotReadyException(
          "replication slot " + name + " is not a permanent pgoutput slot of this database",
          "drop it if nobody needs it, or set waybill.relay.slot to another name");
    }
    if ("lost".equals(slot.walStatus()) || slot.invalidationReason() != null) {
      throw new NotReadyException(
          "replication slot "
              + name
              + " is lost: wal_status "
              + slot.walStatus()
              + ", invalidation_reason "
              + slot.invalidationReason(),
          remedyFor(slot.invalidationReason()));
    }
    if (slot.activePid() != null && !slot.consistent()) {
      throw new NotReadyException(
          "replication slot " + name + " is being created by server process " + slot.activePid(),
          "waiting; the server needs every transaction that was open then to end");
    }
    if (slot.activePid() != null) {
      throw new NotReadyException(
          "replication slot " + name + " is still in use by server process " + slot.activePid(),
          "waiting; the server frees it by itself within wal_sender_timeout when its client died");
    }
  }

  private static String remedyFor(@Nullable String invalidationReason) {
    String setting =
        "idle_timeout".equals(invalidationReason)
            ? "idle_replication_slot_timeout"
            : "max_slot_wal_keep_size";
    return "follow runbooks/slot-lost.md; then raise " + setting;
  }

  private Optional<Slot> slot() {
    return jdbc.sql(
            """
            SELECT plugin, coalesce(database = current_database(), false) AS here, temporary,
                   active_pid, confirmed_flush_lsn IS NOT NULL AS consistent, wal_status,
                   invalidation_reason
            FROM pg_replication_slots
            WHERE slot_name = :slot
            """)
        .param("slot", relay.slotName())
        .query((row, index) -> slot(row))
        .optional();
  }

  private void create() {
    jdbc.sql("SELECT slot_name FROM pg_create_logical_replication_slot(:slot, 'pgoutput')")
        .param("slot", relay.slotName())
        .query(String.class)
        .single();
  }

  private static Marker marker(ResultSet row) throws SQLException {
    return new Marker(
        row.getString("slot"), row.getString("system_identifier"), row.getBoolean("caught_up"));
  }

  private static Slot slot(ResultSet row) throws SQLException {
    return new Slot(
        row.getString("plugin"),
        row.getBoolean("here"),
        row.getBoolean("temporary"),
        row.getObject("active_pid", Integer.class),
        row.getBoolean("consistent"),
        row.getString("wal_status"),
        row.getString("invalidation_reason"));
  }

  private record Marker(String slot, String systemIdentifier, boolean caughtUp) {}

  private record Slot(
      @Nullable String plugin,
      boolean here,
      boolean temporary,
      @Nullable Integer activePid,
      boolean consistent,
      @Nullable String walStatus,
      @Nullable String invalidationReason) {}
}

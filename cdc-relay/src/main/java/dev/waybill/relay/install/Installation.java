package dev.waybill.relay.install;

import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.status.NotReadyException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Owns {@code outbox.relay_installation} and the replication slot. The marker is written before the
 * slot is created, so that a missing slot is a first start only while nothing was ever streamed.
 */
public final class Installation {

  private final RelayProperties relay;
  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final LeaseTable leases;

  public Installation(
      RelayProperties relay,
      JdbcClient jdbc,
      TransactionOperations transactions,
      LeaseTable leases) {
    this.relay = relay;
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.leases = leases;
  }

  /**
   * Returns when the slot is there and ours, or was never needed yet. Asked before anything in
   * Kafka is touched, so that a clone of the database that came without its slot fences nobody.
   *
   * @throws NotReadyException when the slot is missing, lost or foreign
   */
  public void requireOwnSlot(String systemIdentifier) {
    Marker marker = marker(systemIdentifier);
    slot().ifPresentOrElse(this::requireOwn, () -> requireNeverStreamed(marker));
  }

  /**
   * Returns when the slot is there, usable and free; creates it at the first start.
   *
   * @return where streaming begins
   * @throws NotReadyException when the slot is lost, foreign or in use
   */
  public StreamStart ensureSlot(String systemIdentifier) {
    Marker marker = marker(systemIdentifier);
    if (slot().isEmpty()) {
      requireNeverStreamed(marker);
      create();
    }
    Slot slot = slot().orElseThrow(this::replaced);
    requireOwn(slot);
    requireFree(slot);
    return new StreamStart(slot.confirmed(), marker.caughtUp());
  }

  /**
   * Returns when the slot is still the one that was checked: the engine creates a missing slot by
   * itself, and what was staged in between would be skipped. Asked before the first confirmation.
   *
   * @throws NotReadyException when the slot was replaced; the gap is then dispatched from the table
   */
  public void requireUnmoved(FencingToken token, StreamStart start) {
    if (slot().filter(slot -> start.confirmed().equals(slot.confirmed())).isEmpty()) {
      mustCatchUp(token);
      throw replaced();
    }
  }

  /** Every row older than the slot was dispatched: from now on a missing slot is lost. */
  public void caughtUp(FencingToken token) {
    mark(token, "clock_timestamp()");
  }

  /** Rows may be missing from the stream: the next start dispatches from the table. */
  public void mustCatchUp(FencingToken token) {
    mark(token, "NULL");
  }

  private void mark(FencingToken token, String caughtUpAt) {
    transactions.executeWithoutResult(
        status -> {
          leases.guard(token);
          jdbc.sql(
                  "UPDATE outbox.relay_installation SET caught_up_at = "
                      + caughtUpAt
                      + " WHERE relay = :relay")
              .param("relay", relay.name())
              .update();
        });
  }

  private NotReadyException replaced() {
    return new NotReadyException(
        "replication slot " + relay.slotName() + " was replaced while the relay started",
        "starting over with what the table holds");
  }

  private void requireNeverStreamed(Marker marker) {
    if (marker.caughtUp()) {
      throw new NotReadyException(
          "replication slot " + relay.slotName() + " is missing, although it was installed",
          "rows staged since its loss wait in outbox.message; follow runbooks/slot-lost.md");
    }
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
    requireSame("database", marker.systemIdentifier(), systemIdentifier);
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

  private void requireOwn(Slot slot) {
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
  }

  private void requireFree(Slot slot) {
    String name = relay.slotName();
    if (slot.activePid() != null && slot.confirmed().isEmpty()) {
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
                   active_pid, coalesce(confirmed_flush_lsn::text, '') AS confirmed, wal_status,
                   invalidation_reason
            FROM pg_replication_slots
            WHERE slot_name = :slot
            """)
        .param("slot", relay.slotName())
        .query((row, index) -> slot(row))
        .optional();
  }

  private void create() {
    // No lock timeout: the server waits for every transaction that was open before.
    jdbc.sql(
            """
            WITH unlimited AS MATERIALIZED (
              SELECT set_config('lock_timeout', '0', true) AS value)
            SELECT slot_name
            FROM unlimited,
                 pg_create_logical_replication_slot(:slot || left(value, 0), 'pgoutput')
            """)
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
        row.getString("confirmed"),
        row.getString("wal_status"),
        row.getString("invalidation_reason"));
  }

  /**
   * Where streaming begins.
   *
   * @param confirmed the slot's confirmed position
   * @param caughtUp whether every row older than the slot was dispatched before
   */
  public record StreamStart(String confirmed, boolean caughtUp) {}

  private record Marker(String slot, String systemIdentifier, boolean caughtUp) {}

  private record Slot(
      @Nullable String plugin,
      boolean here,
      boolean temporary,
      @Nullable Integer activePid,
      String confirmed,
      @Nullable String walStatus,
      @Nullable String invalidationReason) {}
}

package dev.waybill.relay.install;

import dev.waybill.relay.status.NotReadyException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The relay's replication slot at the server. Thread-safe; every call is a statement. */
final class ReplicationSlot {

  private final JdbcClient jdbc;
  private final String name;

  ReplicationSlot(JdbcClient jdbc, String name) {
    this.jdbc = jdbc;
    this.name = name;
  }

  /** As it is now; empty when there is none of that name. */
  Optional<State> find() {
    return jdbc.sql(
            """
            SELECT plugin, coalesce(database = current_database(), false) AS here, temporary,
                   active_pid, coalesce(confirmed_flush_lsn::text, '') AS confirmed, wal_status,
                   invalidation_reason
            FROM pg_replication_slots
            WHERE slot_name = :slot
            """)
        .param("slot", name)
        .query((row, index) -> state(row))
        .optional();
  }

  void create() {
    // No lock timeout: the server waits for every transaction that was open before.
    jdbc.sql(
            """
            WITH unlimited AS MATERIALIZED (
              SELECT set_config('lock_timeout', '0', true) AS value)
            SELECT slot_name
            FROM unlimited,
                 pg_create_logical_replication_slot(:slot || left(value, 0), 'pgoutput')
            """)
        .param("slot", name)
        .query(String.class)
        .single();
  }

  /** Never a healthy one: a successor may have made it while this process was frozen. */
  void dropLost() {
    jdbc.sql(
            """
            SELECT pg_drop_replication_slot(slot_name)::text
            FROM pg_replication_slots
            WHERE slot_name = :slot AND (wal_status = 'lost' OR invalidation_reason IS NOT NULL)
            """)
        .param("slot", name)
        .query((row, index) -> true)
        .list();
  }

  /** Moves it to the end of what the server has written; it must be free. */
  void advance() {
    jdbc.sql(
            """
            SELECT end_lsn::text
            FROM pg_replication_slot_advance(:slot, pg_current_wal_flush_lsn())
            """)
        .param("slot", name)
        .query(String.class)
        .single();
  }

  private State state(ResultSet row) throws SQLException {
    return new State(
        name,
        row.getString("plugin"),
        row.getBoolean("here"),
        row.getBoolean("temporary"),
        row.getObject("active_pid", Integer.class),
        row.getString("confirmed"),
        row.getString("wal_status"),
        row.getString("invalidation_reason"));
  }

  /**
   * What the server says of a slot.
   *
   * @param here whether it is one of this database
   * @param confirmed its confirmed position; empty while it is being created
   */
  record State(
      String name,
      @Nullable String plugin,
      boolean here,
      boolean temporary,
      @Nullable Integer activePid,
      String confirmed,
      @Nullable String walStatus,
      @Nullable String invalidationReason) {

    /** Whether the server gave it up. */
    boolean isLost() {
      return "lost".equals(walStatus) || invalidationReason != null;
    }

    boolean isFree() {
      return activePid == null;
    }

    String loss() {
      return "wal_status " + walStatus + ", invalidation_reason " + invalidationReason;
    }

    /**
     * Returns when it is one that a relay makes, and usable.
     *
     * @throws NotReadyException when it is foreign or lost
     */
    void requireOwn() {
      requireOurs();
      if (isLost()) {
        throw new NotReadyException(
            "replication slot " + name + " is lost: " + loss(),
            "run ./waybill relay recover, see runbooks/slot-lost.md; then raise " + bound());
      }
    }

    /** The setting of the server that it was beyond. */
    private String bound() {
      return "idle_timeout".equals(invalidationReason)
          ? "idle_replication_slot_timeout"
          : "max_slot_wal_keep_size";
    }

    /**
     * Returns when it is one that a relay makes.
     *
     * @throws NotReadyException when it is foreign
     */
    void requireOurs() {
      if (!"pgoutput".equals(plugin) || !here || temporary) {
        throw new NotReadyException(
            "replication slot " + name + " is not a permanent pgoutput slot of this database",
            "drop it if nobody needs it, or set waybill.relay.slot to another name");
      }
    }

    /**
     * Returns when nobody uses it.
     *
     * @throws NotReadyException while somebody does
     */
    void requireFree() {
      if (isFree()) {
        return;
      }
      if (confirmed.isEmpty()) {
        throw new NotReadyException(
            "replication slot " + name + " is being created by server process " + activePid,
            "waiting; the server needs every transaction that was open then to end");
      }
      throw new NotReadyException(
          "replication slot " + name + " is still in use by server process " + activePid,
          "waiting; the server frees it by itself within wal_sender_timeout when its client died");
    }
  }
}

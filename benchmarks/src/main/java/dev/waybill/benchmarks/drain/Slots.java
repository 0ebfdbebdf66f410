package dev.waybill.benchmarks.drain;

import dev.waybill.lab.check.Waiting;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Replication slots of one database, as the relay's role. */
final class Slots {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final DataSource relay;

  Slots(DataSource relay) {
    this.relay = relay;
  }

  /** The relay's own. */
  String relaySlot() throws SQLException {
    return text("SELECT slot FROM outbox.relay_installation");
  }

  /** Waits until the relay has confirmed everything that is committed now. */
  void awaitConfirmed() throws Exception {
    String goal = text("SELECT pg_current_wal_lsn()::text");
    String slot = relaySlot();
    String query =
        "SELECT (confirmed_flush_lsn >= ?::pg_lsn)::text FROM pg_replication_slots"
            + " WHERE slot_name = ?";
    if (!Waiting.until(() -> text(query, goal, slot).equals("true"), PATIENCE)) {
      throw new IllegalStateException("the relay did not confirm " + goal + " in " + PATIENCE);
    }
  }

  /** Makes a slot that stands where the relay's stands. */
  void copyOfRelays(String name) throws Exception {
    drop(name);
    text("SELECT slot_name FROM pg_copy_logical_replication_slot(?, ?)", relaySlot(), name);
  }

  /** Removes a slot, if there is one, as soon as its reader is gone. */
  void drop(String name) throws Exception {
    String readers =
        "SELECT count(*) FILTER (WHERE active)::text FROM pg_replication_slots"
            + " WHERE slot_name = ?";
    String dropped =
        "SELECT count(*)::text FROM (SELECT slot_name, pg_drop_replication_slot(slot_name)"
            + " FROM pg_replication_slots WHERE slot_name = ?) AS slots";
    if (!Waiting.until(() -> text(readers, name).equals("0"), PATIENCE)) {
      throw new IllegalStateException("slot " + name + " is still read");
    }
    text(dropped, name);
  }

  private String text(String query, String... parameters) throws SQLException {
    try (Connection connection = relay.getConnection();
        PreparedStatement statement = connection.prepareStatement(query)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) {
          throw new IllegalStateException("no row for: " + query);
        }
        return String.valueOf(rows.getString(1));
      }
    }
  }
}

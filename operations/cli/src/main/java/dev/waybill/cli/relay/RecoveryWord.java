package dev.waybill.cli.relay;

import dev.waybill.cli.connect.Reader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Gives the word for a recovery. The marker and its record are one transaction; the slot is dropped
 * only after it, since a slot's end cannot be undone and a relay that waits must not lose the
 * reason. Ended in between, the same command goes on from there.
 */
final class RecoveryWord {

  private static final String LOCK =
      "SELECT slot FROM outbox.relay_installation WHERE relay = ? FOR UPDATE";

  private static final String MARK =
      """
      UPDATE outbox.relay_installation SET caught_up_at = NULL
      WHERE relay = ? AND caught_up_at IS NOT NULL
      """;

  private static final String RECORD =
      """
      INSERT INTO outbox.relay_action (relay, actor, roles, source, action, reason, outcome)
      VALUES (?, ?, session_user, 'cli', 'recover', ?, 'requested')
      """;

  /** Nothing but a slot that is lost and that nobody reads. */
  private static final String DROP =
      """
      SELECT pg_drop_replication_slot(slot_name)
      FROM pg_replication_slots
      WHERE slot_name = ? AND database = current_database() AND NOT active
        AND (wal_status = 'lost' OR to_jsonb(pg_replication_slots) ->> 'invalidation_reason' <> '')
      """;

  private final Connection connection;
  private final RelayTables tables;

  RecoveryWord(Connection connection, RelayTables tables) {
    this.connection = connection;
    this.tables = tables;
  }

  /**
   * Does what was planned, if it would be planned now too.
   *
   * @return false when things have changed; nothing was done then
   */
  boolean give(Recovery plan, String actor, String reason) throws SQLException {
    if (!record(plan, actor, reason)) {
      return false;
    }
    if (plan.steps().contains(Recovery.Step.DROP_SLOT)) {
      new Reader(connection).list(DROP, row -> true, plan.installed().slot());
    }
    return true;
  }

  private boolean record(Recovery plan, String actor, String reason) throws SQLException {
    connection.setAutoCommit(false);
    try {
      boolean same = lockAndRecord(plan, actor, reason);
      connection.commit();
      return same;
    } catch (SQLException | RuntimeException e) {
      rollBack(e);
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private boolean lockAndRecord(Recovery plan, String actor, String reason) throws SQLException {
    new Reader(connection).one(LOCK, row -> true, plan.relay());
    List<Recovery.Step> now = Recovery.plan(tables, plan.relay()).steps();
    if (!now.equals(plan.steps())) {
      return false;
    }
    if (now.contains(Recovery.Step.MARK)) {
      update(MARK, plan.relay());
    }
    update(RECORD, plan.relay(), actor, reason);
    return true;
  }

  private void update(String sql, String... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      if (statement.executeUpdate() != 1) {
        throw new SQLException("changed no row: " + sql, "02000");
      }
    }
  }

  private void rollBack(Exception cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }
}

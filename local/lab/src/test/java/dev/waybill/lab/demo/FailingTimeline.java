package dev.waybill.lab.demo;

import dev.waybill.lab.stack.Role;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/** The timeline of a stack, whose table can be made to take no calls, and its inbox. */
final class FailingTimeline {
  private final DataSource owner;

  FailingTimeline(StackShell shell) {
    this.owner = shell.handler("timeline", Role.MIGRATOR);
  }

  /** From now on every activity that is a call fails here. */
  void refuseCalls() throws SQLException {
    execute(
        "ALTER TABLE timeline.change ADD CONSTRAINT takes_no_calls CHECK (type <> 'call') NOT VALID");
  }

  void takeCalls() throws SQLException {
    execute("ALTER TABLE timeline.change DROP CONSTRAINT IF EXISTS takes_no_calls");
  }

  /** Lets the time of the next attempt have come, as it would in some minutes. */
  void passTime(UUID message) throws SQLException {
    update(
        """
        UPDATE inbox.delivery SET next_attempt_at = now()
        WHERE message_id = ? AND state = 'retry_scheduled'
        """,
        message);
  }

  /** Claims a delivery as an instance does that dies at once: its lease is over in a second. */
  void claimForTheDead(UUID message) throws SQLException {
    update(
        """
        UPDATE inbox.delivery
        SET state = 'processing', attempt = attempt + 1, fencing_value = fencing_value + 1,
            lease_owner = 'dead', claimed_at = now(), processing_started_at = now(),
            next_attempt_at = now(), lease_expires_at = now() + interval '1 second'
        WHERE message_id = ? AND state = 'retry_scheduled'
        """,
        message);
  }

  /** How often each change of an activity was applied, by version. */
  List<String> applied(String activity) throws SQLException {
    return column(
        "SELECT version || ' ' || applied FROM timeline.change WHERE activity_id = '"
            + activity
            + "' ORDER BY version");
  }

  /** Who did what, why, and in answer to what. */
  List<String> actions() throws SQLException {
    return column(
        "SELECT concat_ws(' | ', actor, action, selection, reason, failure, outcome)"
            + " FROM inbox.action ORDER BY action_id");
  }

  private List<String> column(String query) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Connection connection = owner.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        values.add(row.getString(1));
      }
    }
    return values;
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = owner.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void update(String sql, UUID message) throws SQLException {
    try (Connection connection = owner.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setObject(1, message);
      statement.executeUpdate();
    }
  }
}

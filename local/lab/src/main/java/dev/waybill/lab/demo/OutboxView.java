package dev.waybill.lab.demo;

import dev.waybill.lab.check.StoredMessages;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import javax.sql.DataSource;

/** Looks into the outbox, as the relay's role. */
final class OutboxView {
  private final DataSource relay;

  OutboxView(DataSource relay) {
    this.relay = relay;
  }

  /** Every message that there is. */
  Set<UUID> ids() throws SQLException {
    return new HashSet<>(StoredMessages.read(relay).committedIds());
  }

  /** How many of the activities were last said to be open, and how many completed. */
  Map<String, Long> statuses(Collection<String> activities) throws SQLException {
    String sql =
        """
        SELECT status, count(*)
        FROM (
          SELECT DISTINCT ON (aggregate_id)
            CASE type WHEN 'activity.completed' THEN 'completed' ELSE 'open' END AS status
          FROM outbox.message
          WHERE aggregate_id = ANY (?)
          ORDER BY aggregate_id, aggregate_version DESC) AS newest
        GROUP BY status
        """;
    Map<String, Long> statuses = new TreeMap<>();
    try (Connection connection = relay.getConnection();
        PreparedStatement query = connection.prepareStatement(sql)) {
      query.setArray(1, connection.createArrayOf("text", activities.toArray()));
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          statuses.put(row.getString(1), row.getLong(2));
        }
      }
    }
    return statuses;
  }

  /**
   * The message that a change of an activity committed.
   *
   * @throws IllegalStateException when there is none
   */
  CommittedMessage find(String activity, long activityVersion) throws SQLException {
    String sql =
        """
        SELECT message_id, type, schema_version
        FROM outbox.message
        WHERE aggregate_id = ? AND aggregate_version = ?
        """;
    try (Connection connection = relay.getConnection();
        PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, activity);
      query.setLong(2, activityVersion);
      try (ResultSet row = query.executeQuery()) {
        if (!row.next()) {
          throw new IllegalStateException(
              "activity %s, version %d, committed no message".formatted(activity, activityVersion));
        }
        return new CommittedMessage(row.getString(1), row.getString(2), row.getInt(3));
      }
    }
  }
}

package dev.waybill.lab.demo;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;

/** Looks how often the timeline applied each change, which it counts itself. */
final class AppliedChanges {
  private final DataSource timeline;

  AppliedChanges(DataSource timeline) {
    this.timeline = timeline;
  }

  /** Whether each of the messages was applied, and none of them twice. */
  boolean onceEach(Collection<UUID> messages) throws SQLException {
    Map<UUID, Integer> applied = new HashMap<>();
    try (Connection connection = timeline.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT message_id, applied FROM timeline.change")) {
      while (row.next()) {
        applied.put(row.getObject(1, UUID.class), row.getInt(2));
      }
    }
    return messages.stream().allMatch(message -> applied.getOrDefault(message, 0) == 1);
  }
}

package dev.waybill.lab.check;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;

/** Looks into the inbox of one handler, as the handler's role. */
public final class InboxView {
  private final DataSource database;
  private final String handler;

  /** Looks into the handler's own database. */
  public InboxView(DataSource database, String handler) {
    this.database = database;
    this.handler = handler;
  }

  /** What the handler completed for a message, if it did. */
  public Optional<Handled> find(UUID message) throws SQLException {
    String sql =
        """
        SELECT topic, partition, record_offset, completed_at
        FROM inbox.delivery
        WHERE handler = ? AND message_id = ? AND state = 'completed'
        """;
    try (Connection connection = database.getConnection();
        PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, handler);
      query.setObject(2, message);
      try (ResultSet row = query.executeQuery()) {
        return row.next()
            ? Optional.of(
                new Handled(
                    row.getString(1),
                    row.getInt(2),
                    row.getLong(3),
                    row.getObject(4, OffsetDateTime.class).toInstant()))
            : Optional.empty();
      }
    }
  }

  /** Every message that the handler completed. */
  public Set<UUID> completed() throws SQLException {
    String sql = "SELECT message_id FROM inbox.delivery WHERE handler = ? AND state = 'completed'";
    Set<UUID> completed = new HashSet<>();
    try (Connection connection = database.getConnection();
        PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, handler);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          completed.add(row.getObject(1, UUID.class));
        }
      }
    }
    return completed;
  }

  /** How often a run of each delivery began. */
  public Map<UUID, Integer> attempts() throws SQLException {
    String sql = "SELECT message_id, attempt FROM inbox.delivery WHERE handler = ?";
    Map<UUID, Integer> attempts = new HashMap<>();
    try (Connection connection = database.getConnection();
        PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, handler);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          attempts.put(row.getObject(1, UUID.class), row.getInt(2));
        }
      }
    }
    return attempts;
  }

  /**
   * Whether the handler is done with all records of a topic.
   *
   * @param last the offset of the last record of each partition that has one
   */
  public boolean hasReadPast(String topic, Map<Integer, Long> last) throws SQLException {
    Map<Integer, Long> next = positions(topic);
    return last.entrySet().stream()
        .allMatch(end -> next.getOrDefault(end.getKey(), 0L) > end.getValue());
  }

  /** Where the handler reads on, for each partition of a topic that it has begun. */
  public Map<Integer, Long> positions(String topic) throws SQLException {
    String sql =
        "SELECT partition, next_offset FROM inbox.position WHERE handler = ? AND topic = ?";
    Map<Integer, Long> positions = new HashMap<>();
    try (Connection connection = database.getConnection();
        PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, handler);
      query.setString(2, topic);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          positions.put(row.getInt(1), row.getLong(2));
        }
      }
    }
    return positions;
  }

  /**
   * A completed delivery.
   *
   * @param offset where the copy was that ran
   * @param at inside the transaction, whose commit followed
   */
  public record Handled(String topic, int partition, long offset, Instant at) {}
}

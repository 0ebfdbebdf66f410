package dev.waybill.lab.load;

import dev.waybill.local.history.Writes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;

/** Reads the whole outbox as what has to be on the topics, and checks it against the journal. */
public final class CommittedMessages {
  private static final int FETCH_SIZE = 10_000;

  private CommittedMessages() {}

  /**
   * The committed messages in the order of their keys, and those that were rolled back.
   *
   * @throws IllegalStateException when the table does not hold exactly what the journal says was
   *     committed: then the load itself is wrong, and nothing can be said about the relay
   */
  public static Writes read(DataSource relay, Journal journal) throws SQLException {
    Writes writes = new Writes();
    journal.rolledBackIds().forEach(writes::rolledBack);
    Set<UUID> expected = new HashSet<>(journal.committedIds());
    try (Connection connection = relay.getConnection()) {
      // Without a transaction the driver would fetch everything at once.
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.setFetchSize(FETCH_SIZE);
        ResultSet rows =
            statement.executeQuery("SELECT seq, message_id, ordering_key FROM outbox.message");
        while (rows.next()) {
          UUID id = rows.getObject(2, UUID.class);
          writes.committed(id, rows.getString(3), rows.getLong(1));
          if (!expected.remove(id)) {
            throw new IllegalStateException("the outbox holds " + id + ", which nobody committed");
          }
        }
      }
    }
    if (!expected.isEmpty()) {
      throw new IllegalStateException(
          "%d committed messages are not in the outbox, for example %s"
              .formatted(expected.size(), expected.iterator().next()));
    }
    return writes;
  }
}

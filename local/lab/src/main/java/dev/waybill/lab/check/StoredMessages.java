package dev.waybill.lab.check;

import dev.waybill.local.history.Writes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.function.Predicate;
import javax.sql.DataSource;

/** Reads the whole outbox as what has to be on the topics. */
public final class StoredMessages {
  private static final int FETCH_SIZE = 10_000;

  private StoredMessages() {}

  /** The committed messages, in the order of their keys. */
  public static Writes read(DataSource relay) throws SQLException {
    return read(relay, id -> true);
  }

  /**
   * Those of the committed messages that are asked for.
   *
   * @param counted whether a message takes part
   */
  public static Writes read(DataSource relay, Predicate<UUID> counted) throws SQLException {
    Writes writes = new Writes();
    try (Connection connection = relay.getConnection()) {
      // Without a transaction the driver would fetch everything at once.
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.setFetchSize(FETCH_SIZE);
        ResultSet rows =
            statement.executeQuery("SELECT seq, message_id, ordering_key FROM outbox.message");
        while (rows.next()) {
          UUID id = rows.getObject(2, UUID.class);
          if (counted.test(id)) {
            writes.committed(id, rows.getString(3), rows.getLong(1));
          }
        }
      }
    }
    return writes;
  }
}

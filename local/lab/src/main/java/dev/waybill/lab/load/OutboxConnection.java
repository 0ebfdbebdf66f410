package dev.waybill.lab.load;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/**
 * One writer's connection, always in a transaction. It puts rows into {@code outbox.message} by
 * hand, but keeps the starter's rule: the lock of a key is taken before its numbers are drawn, so
 * that the order of numbers is the order of commits within a key. Not thread-safe.
 */
final class OutboxConnection implements AutoCloseable {
  /** The starter's namespace of ordering-key locks. */
  private static final int LOCK_NAMESPACE = 1463900482;

  /** Longer than any restart of the server that a test makes. */
  private static final Duration SERVER_TIME = Duration.ofMinutes(2);

  private final DataSource writer;
  private Connection connection;

  private OutboxConnection(DataSource writer) throws SQLException {
    this.writer = writer;
    this.connection = connect(writer);
  }

  static OutboxConnection open(DataSource writer) throws SQLException {
    return new OutboxConnection(writer);
  }

  /** Whether this says that the connection is gone, or that there is no server to connect to. */
  static boolean isLost(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    return state.startsWith("08") || state.startsWith("57P0");
  }

  /** Adds the messages with one multi-row INSERT. */
  void insert(List<Message> messages) throws SQLException {
    List<Row> rows = numbered(messages);
    String row =
        "(?::bigint, ?::uuid, ?, ?, ?, ?::int, ?, ?, ?, ?, ?::bigint, ?, ?::timestamptz,"
            + " ?::timestamptz, ?::json, ?)";
    String sql =
        "INSERT INTO outbox.message ("
            + Row.COLUMNS
            + ") VALUES "
            + String.join(", ", Collections.nCopies(rows.size(), row));
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int parameter = 1;
      for (Row each : rows) {
        for (String value : each.values()) {
          statement.setString(parameter++, value);
        }
      }
      statement.executeUpdate();
    }
  }

  /** Adds the messages with COPY. */
  void copy(List<Message> messages) throws SQLException {
    StringBuilder csv = new StringBuilder();
    for (Row row : numbered(messages)) {
      String separator = "";
      for (String value : row.values()) {
        csv.append(separator).append('"').append(value.replace("\"", "\"\"")).append('"');
        separator = ",";
      }
      csv.append('\n');
    }
    try {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn(
              "COPY outbox.message (" + Row.COLUMNS + ") FROM STDIN (FORMAT csv)",
              new StringReader(csv.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException("a string cannot fail to be read", e);
    }
  }

  /** Adds the messages as the starter does, through its own function. */
  void stage(List<Message> messages) throws SQLException {
    OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT outbox.stage_messages(?, ?, ?, ?)")) {
      statement.setArray(1, texts(messages, message -> Row.unstagedEnvelope(message, now)));
      statement.setArray(2, texts(messages, Message::payload));
      statement.setArray(3, texts(messages, message -> Row.RECORD));
      statement.setArray(4, texts(messages, message -> Row.AGGREGATE_TYPE));
      statement.execute();
    }
  }

  Savepoint savepoint() throws SQLException {
    return connection.setSavepoint();
  }

  void rollback(Savepoint savepoint) throws SQLException {
    connection.rollback(savepoint);
  }

  void commit() throws SQLException {
    connection.commit();
  }

  /** Rolls back. When the connection is lost, which does the same, a new one takes its place. */
  void rollback() throws SQLException {
    try {
      connection.rollback();
    } catch (SQLException e) {
      if (!isLost(e)) {
        throw e;
      }
      connection = reconnect();
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private Connection reconnect() throws SQLException {
    long end = System.nanoTime() + SERVER_TIME.toNanos();
    while (true) {
      try {
        return connect(writer);
      } catch (SQLException e) {
        if (!isLost(e) || System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      }
    }
  }

  private static Connection connect(DataSource writer) throws SQLException {
    Connection connection = writer.getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET lock_timeout = '30s'");
    }
    connection.setAutoCommit(false);
    return connection;
  }

  private List<Row> numbered(List<Message> messages) throws SQLException {
    lockKeys(messages);
    String sql =
        "SELECT nextval('outbox.message_seq'), clock_timestamp() FROM generate_series(1, ?)";
    List<Row> rows = new ArrayList<>(messages.size());
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, messages.size());
      try (ResultSet numbers = statement.executeQuery()) {
        for (Message message : messages) {
          numbers.next();
          rows.add(
              new Row(message, numbers.getLong(1), numbers.getObject(2, OffsetDateTime.class)));
        }
      }
    }
    return rows;
  }

  private void lockKeys(List<Message> messages) throws SQLException {
    String sql =
        """
        SELECT pg_advisory_xact_lock(?, hash)
        FROM (SELECT DISTINCT hashtext(key) AS hash FROM unnest(?) AS key ORDER BY hash) AS hashes
        """;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, LOCK_NAMESPACE);
      statement.setArray(2, texts(messages, Message::key));
      statement.execute();
    }
  }

  private Array texts(List<Message> messages, Function<Message, String> text) throws SQLException {
    return connection.createArrayOf("text", messages.stream().map(text).toArray());
  }
}

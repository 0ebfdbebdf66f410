package dev.waybill.benchmarks.commit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;

/** One connection that stages as the outbox starter does, through its function. */
public final class StagingConnection implements AutoCloseable {

  private static final String STAGE = "SELECT outbox.stage_messages(?, ?, ?, ?)";

  private final Connection connection;

  private StagingConnection(Connection connection) {
    this.connection = connection;
  }

  /** Connects as the writer. */
  public static StagingConnection open(DataSource writer) throws SQLException {
    Connection connection = writer.getConnection();
    connection.setAutoCommit(false);
    return new StagingConnection(connection);
  }

  /** Lets commits return before they are on disk: for much, soon, and of no worth. */
  public void answerBeforeDurable() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET synchronous_commit = off");
    }
    connection.commit();
  }

  /** Stages messages in one transaction and commits it. */
  public void commit(List<BenchMessage> messages) throws SQLException {
    try (PreparedStatement stage = connection.prepareStatement(STAGE)) {
      stage.setObject(1, texts(messages, message -> message.envelope().toJson()));
      stage.setObject(2, texts(messages, BenchMessage::payload));
      stage.setObject(3, texts(messages, message -> BenchMessage.RECORD));
      stage.setObject(4, texts(messages, message -> BenchMessage.AGGREGATE));
      stage.execute();
    }
    connection.commit();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private static String[] texts(List<BenchMessage> messages, Function<BenchMessage, String> text) {
    return messages.stream().map(text).toArray(String[]::new);
  }
}

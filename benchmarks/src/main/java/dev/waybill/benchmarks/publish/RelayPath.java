package dev.waybill.benchmarks.publish;

import dev.waybill.benchmarks.measure.OpenLoop;
import dev.waybill.benchmarks.measure.Schedule;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** One transaction per message in the writer's database; the relay does the rest. */
final class RelayPath implements PublishPath {

  private final DataSource database;
  private final List<String> topics;
  private final int writers;

  RelayPath(DataSource database, List<String> topics, int writers) {
    this.database = database;
    this.topics = List.copyOf(topics);
    this.writers = writers;
  }

  @Override
  public String name() {
    return "relay";
  }

  @Override
  public List<String> topics() {
    return topics;
  }

  @Override
  public void publish(Schedule schedule, Messages messages, Times times) throws Exception {
    new OpenLoop(schedule, writers)
        .run(() -> new Writer(database.getConnection(), messages, times));
  }

  /** One connection; stages as the outbox starter does, through its function. */
  private record Writer(Connection connection, Messages messages, Times times)
      implements OpenLoop.Worker {

    private static final String STAGE = "SELECT outbox.stage_messages(?, ?, ?, ?)";

    Writer {
      try {
        connection.setAutoCommit(false);
      } catch (SQLException e) {
        throw new IllegalStateException("cannot begin a transaction", e);
      }
    }

    @Override
    public void work(int index) throws SQLException {
      BenchMessage message = messages.of(index);
      try (PreparedStatement stage = connection.prepareStatement(STAGE)) {
        stage.setObject(1, new String[] {message.envelope()});
        stage.setObject(2, new String[] {message.payload()});
        stage.setObject(3, new String[] {BenchMessage.RECORD});
        stage.setObject(4, new String[] {BenchMessage.AGGREGATE});
        stage.execute();
      }
      connection.commit();
      times.committed(index, System.nanoTime());
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}

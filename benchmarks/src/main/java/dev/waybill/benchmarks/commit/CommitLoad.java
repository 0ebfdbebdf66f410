package dev.waybill.benchmarks.commit;

import dev.waybill.benchmarks.measure.OpenLoop;
import dev.waybill.benchmarks.measure.Schedule;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import javax.sql.DataSource;

/** One transaction per message in the writer's database, at the instants of a schedule. */
public final class CommitLoad {

  private final DataSource database;
  private final int writers;

  /**
   * @param writers connections that commit
   */
  public CommitLoad(DataSource database, int writers) {
    this.database = database;
    this.writers = writers;
  }

  /** Commits every message of the schedule and notes when; returns when the last one is. */
  public void run(Schedule schedule, IntFunction<BenchMessage> messages, Times times)
      throws InterruptedException, ExecutionException {
    new OpenLoop(schedule, writers)
        .run(() -> new Writer(database.getConnection(), messages, times));
  }

  /** One connection; stages as the outbox starter does, through its function. */
  private record Writer(Connection connection, IntFunction<BenchMessage> messages, Times times)
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
      BenchMessage message = messages.apply(index);
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

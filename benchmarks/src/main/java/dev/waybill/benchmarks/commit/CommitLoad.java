package dev.waybill.benchmarks.commit;

import dev.waybill.benchmarks.measure.OpenLoop;
import dev.waybill.benchmarks.measure.Schedule;
import java.sql.SQLException;
import java.util.List;
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
        .run(() -> new Writer(StagingConnection.open(database), messages, times));
  }

  private record Writer(
      StagingConnection connection, IntFunction<BenchMessage> messages, Times times)
      implements OpenLoop.Worker {

    @Override
    public void work(int index) throws SQLException {
      connection.commit(List.of(messages.apply(index)));
      times.committed(index, System.nanoTime());
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}

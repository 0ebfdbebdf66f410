package dev.waybill.benchmarks.effect;

import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.benchmarks.commit.Times;
import dev.waybill.lab.effects.EffectTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Notes when the effect of each message is committed: PostgreSQL tells its listeners at that
 * instant, so that nothing is polled.
 */
final class EffectWatcher implements AutoCloseable {

  private static final int POLL_MILLIS = 100;

  private final Connection connection;
  private final long run;
  private final Times times;
  private final FutureTask<Boolean> task = new FutureTask<>(this::watch);
  private volatile boolean closing;

  private EffectWatcher(Connection connection, long run, Times times) {
    this.connection = connection;
    this.run = run;
    this.times = times;
  }

  /** Listens from now on. */
  static EffectWatcher start(DataSource database, long run, Times times) throws SQLException {
    Connection connection = database.getConnection();
    try (Statement listen = connection.createStatement()) {
      listen.execute("LISTEN " + EffectTable.CHANNEL);
    }
    EffectWatcher watcher = new EffectWatcher(connection, run, times);
    Thread thread = new Thread(watcher.task, "effects");
    thread.setDaemon(true);
    thread.start();
    return watcher;
  }

  /** Whether it still listens; it does until it is closed or fails. */
  boolean listens() {
    return !task.isDone();
  }

  /** Ends it, and throws what made it fail, if something did. */
  @Override
  public void close() throws InterruptedException, ExecutionException {
    closing = true;
    task.get();
  }

  private Boolean watch() throws SQLException {
    try (connection) {
      PGConnection server = connection.unwrap(PGConnection.class);
      while (!closing) {
        PGNotification[] effects = server.getNotifications(POLL_MILLIS);
        long now = System.nanoTime();
        for (PGNotification effect : effects) {
          note(effect.getParameter(), now);
        }
      }
    }
    return true;
  }

  private void note(String message, long now) {
    int index = BenchMessage.index(run, message);
    if (index >= 0) {
      times.visible(index, 0, now);
    }
  }
}

package dev.waybill.benchmarks.handler;

import dev.waybill.benchmarks.measure.Progress;
import dev.waybill.benchmarks.run.FlushDelay;
import dev.waybill.lab.check.InboxView;
import dev.waybill.lab.check.Waiting;
import dev.waybill.lab.effects.EffectTable;
import dev.waybill.lab.effects.EffectsPlan;
import dev.waybill.lab.stack.HandlerPlan;
import dev.waybill.lab.stack.RunningHandler;
import dev.waybill.lab.stack.Service;
import dev.waybill.lab.stack.Stack;
import dev.waybill.local.history.TopicHistory;
import dev.waybill.local.postgres.LocalPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Lets a process handle a backlog with a new database, and then perhaps its second copy. */
final class Course {

  private static final Duration STOP = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Stack stack;
  private final FlushDelay flushDelay;
  private final Backlog backlog;

  /**
   * @param flushDelay of the process's commits
   */
  Course(Stack stack, FlushDelay flushDelay, Backlog backlog) {
    this.stack = stack;
    this.flushDelay = flushDelay;
    this.backlog = backlog;
  }

  /** Publishes the backlog and starts a process on a new database. */
  RunningHandler start(HandlerPlan plan) throws SQLException {
    backlog.publish();
    LocalPostgres postgres = stack.postgres();
    postgres.dropDatabase(plan.name());
    postgres.createDatabase(plan.name());
    flushDelay.applyTo(postgres, plan.name());
    checkpoint();
    return stack.addHandler(plan);
  }

  /** It handles the whole backlog, and ends. */
  Passage handle(RunningHandler handler, Predicate<UUID> failsFirst) throws Exception {
    Service service = handler.service();
    EffectTable effects = new EffectTable(handler.owner());
    boolean inTime = effects.await(backlog.shape().messages(), service::isAlive, PATIENCE);
    stop(service);
    EffectTimes times = new EffectTimes(failsFirst, backlog.heldUp(failsFirst));
    TopicHistory history = effects.compare(backlog.writes(), times::note);
    return new Passage(inTime, history, times.free(), times.failures());
  }

  /**
   * More copies of each message are published, and a new process of a handler that handled the
   * first ones reads those copies.
   */
  Passage skip(RunningHandler handler, int copies) throws Exception {
    Map<Integer, Long> last = Map.of();
    for (int i = 0; i < copies; i++) {
      last = backlog.publish();
    }
    Map<Integer, Long> end = last;
    checkpoint();
    // One connection, since another one for each look would be felt.
    try (Connection connection = handler.owner().getConnection();
        SingleConnectionDataSource database = new SingleConnectionDataSource(connection, true)) {
      InboxView inbox = new InboxView(database, EffectsPlan.NAME);
      long before = read(inbox);
      Service service = handler.service();
      Progress progress = new Progress(System.nanoTime());
      service.start();
      Waiting.until(
          () -> {
            boolean over = inbox.hasReadPast(backlog.topic(), end) || !service.isAlive();
            progress.reached(System.nanoTime(), read(inbox) - before);
            return over;
          },
          PATIENCE);
      stop(service);
      TopicHistory history = new EffectTable(handler.owner()).compare(backlog.writes());
      return new Passage(
          inbox.hasReadPast(backlog.topic(), end),
          history,
          // Positions count the markers between the records as well.
          progress.scaledTo((long) copies * backlog.shape().messages()),
          Passage.Failures.NONE);
    }
  }

  private long read(InboxView inbox) throws SQLException {
    return inbox.positions(backlog.topic()).values().stream().mapToLong(Long::longValue).sum();
  }

  /** So that none pays for what was written before it. */
  private void checkpoint() throws SQLException {
    try (Connection connection = stack.superuser().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CHECKPOINT");
    }
  }

  private static void stop(Service service) {
    if (!service.isAlive()) {
      throw new IllegalStateException(service.name() + " ended by itself: see " + service.log());
    }
    service.stop(STOP);
  }
}

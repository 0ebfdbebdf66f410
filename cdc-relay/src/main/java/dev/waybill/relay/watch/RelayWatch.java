package dev.waybill.relay.watch;

import dev.waybill.relay.process.ProcessBeat;
import dev.waybill.relay.status.StatusBoard;
import dev.waybill.relay.wal.SlotReader;
import dev.waybill.relay.wal.WalGuard;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;

/**
 * Looks at both servers again and again, from the process's start to its end, whatever the relay
 * does meanwhile. A failure changes what the board says and nothing else.
 */
public final class RelayWatch implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(RelayWatch.class);
  private static final String CANCELLED = "57014";

  private final Looks looks;
  private final WatchBoard board;
  private final Duration interval;
  private final Thread thread = new Thread(this::watch, "waybill-watch");
  private volatile boolean stopped;
  private boolean slowKnown;
  private String puzzle = "";

  public RelayWatch(Looks looks, WatchBoard board, Duration interval) {
    this.looks = looks;
    this.board = board;
    this.interval = interval;
    thread.setDaemon(true);
  }

  @Override
  public void start() {
    thread.start();
  }

  private void watch() {
    while (!stopped) {
      board.store(answers("PostgreSQL", this::lookAtStore));
      board.broker(answers("Kafka", looks.broker()));
      looks.silence().take(board.silent(), looks.status().status());
      LockSupport.parkNanos(interval.toNanos());
    }
  }

  /** A server that gave an answer which cannot be understood did answer, and the next may be. */
  private boolean answers(String server, BooleanSupplier look) {
    try {
      return look.getAsBoolean();
    } catch (DataAccessException e) {
      // The relay itself says what is the matter, once.
      LOG.debug("{} could not be looked at: {}", server, e.getMessage());
      return false;
    } catch (RuntimeException e) {
      if (!e.toString().equals(puzzle)) {
        LOG.warn("What {} answered could not be understood; the last values stay", server, e);
        puzzle = e.toString();
      }
      return true;
    }
  }

  private boolean lookAtStore() {
    looks.beat().step();
    looks.guard().take(looks.slot().look());
    lookAtOutbox();
    return true;
  }

  /** A look that takes too long says nothing about the server: it has much to count. */
  private void lookAtOutbox() {
    try {
      OutboxLook look = looks.outbox().look();
      board.outbox(look);
      looks.daysAhead().take(look.daysAhead());
      slowKnown = false;
    } catch (DataAccessException e) {
      if (!(e.getMostSpecificCause() instanceof SQLException sql)
          || !CANCELLED.equals(sql.getSQLState())) {
        throw e;
      }
      if (!slowKnown) {
        LOG.warn("Counting what waits in the outbox takes too long; its gauges keep their values");
        slowKnown = true;
      }
    }
  }

  @Override
  public void stop() {
    stopped = true;
    thread.interrupt();
    try {
      TimeUnit.MILLISECONDS.timedJoin(thread, 2_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return thread.isAlive();
  }

  /**
   * What is looked at.
   *
   * @param beat says on the way that this process lives
   * @param broker whether Kafka answers; returns in some seconds
   * @param status what the relay says of itself
   */
  public record Looks(
      SlotReader slot,
      WalGuard guard,
      OutboxReader outbox,
      DaysAheadAlarm daysAhead,
      ProcessBeat beat,
      BooleanSupplier broker,
      SilenceAlarm silence,
      StatusBoard status) {}
}

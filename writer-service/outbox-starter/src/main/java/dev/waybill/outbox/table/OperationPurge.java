package dev.waybill.outbox.table;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Forgets old operations once in an hour, as long as the application runs, a few thousand at a
 * time. A failure waits for the next hour.
 */
public final class OperationPurge implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(OperationPurge.class);
  private static final Duration PAUSE = Duration.ofHours(1);
  private static final int AT_A_TIME = 5_000;

  private final OperationTable table;
  private final Duration age;
  private volatile @Nullable ScheduledExecutorService timer;

  /**
   * @param age how long an operation is known, a day or more
   */
  public OperationPurge(OperationTable table, Duration age) {
    this.table = table;
    this.age = age;
  }

  @Override
  public void start() {
    ScheduledExecutorService started =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "waybill-operations");
              thread.setDaemon(true);
              return thread;
            });
    // It never fails, so that nothing is lost with its future.
    ScheduledFuture<?> unused =
        started.scheduleWithFixedDelay(
            this::purge, PAUSE.toSeconds(), PAUSE.toSeconds(), TimeUnit.SECONDS);
    timer = started;
  }

  /** Forgets all that is old. */
  void purge() {
    try {
      int forgotten = AT_A_TIME;
      while (forgotten == AT_A_TIME && isRunning()) {
        forgotten = table.forget(age, AT_A_TIME);
      }
    } catch (RuntimeException e) {
      LOG.warn("old operations are kept for another hour: {}", e.toString());
    }
  }

  @Override
  public void stop() {
    ScheduledExecutorService running = timer;
    timer = null;
    if (running != null) {
      running.shutdownNow();
    }
  }

  @Override
  public boolean isRunning() {
    return timer != null;
  }
}

package dev.waybill.handler.consume;

import dev.waybill.handler.attempt.LeaseKeeper;
import dev.waybill.handler.attempt.Workers;
import dev.waybill.handler.deadletter.DeadLetterSender;
import dev.waybill.handler.status.HandlerStatus;
import dev.waybill.handler.upkeep.Upkeep;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

/**
 * Everything of one handler that runs in this instance: reading, working off, dead letters, chores.
 */
final class RunningHandler {

  private static final Logger LOG = LoggerFactory.getLogger(RunningHandler.class);

  private final KafkaMessageListenerContainer<byte[], byte[]> container;
  private final Workers workers;
  private final DeadLetterSender sender;
  private final Upkeep upkeep;
  private final LeaseKeeper keeper;
  private final HandlerStatus status;

  RunningHandler(
      KafkaMessageListenerContainer<byte[], byte[]> container,
      Workers workers,
      DeadLetterSender sender,
      Upkeep upkeep,
      LeaseKeeper keeper,
      HandlerStatus status) {
    this.container = container;
    this.workers = workers;
    this.sender = sender;
    this.upkeep = upkeep;
    this.keeper = keeper;
    this.status = status;
  }

  /**
   * Starts all of it.
   *
   * @throws RuntimeException when the consumer cannot be made; then nothing runs
   */
  void start() {
    try {
      container.start();
    } catch (RuntimeException e) {
      sender.abandon();
      keeper.close();
      throw e;
    }
    upkeep.start();
    sender.start();
    workers.start();
  }

  /** Whether every thread that it needs is alive. */
  boolean isAlive() {
    return container.isRunning() && workers.isAlive() && sender.isAlive() && upkeep.isAlive();
  }

  /** Takes up nothing more, from now on. */
  void end(CountDownLatch stopped) {
    workers.end();
    container.stop(stopped::countDown);
  }

  /** Returns when nothing runs any more; what runs for longer is interrupted. */
  void awaitEnd(CountDownLatch stopped, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    boolean read = stopped.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    long left = Math.max(0, deadline - System.nanoTime());
    boolean worked = workers.awaitEnd(Duration.ofNanos(left));
    if (!read || !worked) {
      LOG.warn(
          "Handler {} is still busy; what it does not commit is done again after the start",
          status.handler());
    }
    upkeep.end(Duration.ofSeconds(1));
    if (read && worked) {
      LOG.info(
          "Handler {} has ended and nothing of it is under way; unfinished in its inbox: {}, dead"
              + " letters: {}",
          status.handler(),
          status.look().unfinished(),
          status.look().deadLetters());
    }
    sender.end(Duration.ofSeconds(2));
    keeper.close();
  }
}

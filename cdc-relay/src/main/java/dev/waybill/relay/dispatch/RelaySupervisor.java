package dev.waybill.relay.dispatch;

import dev.waybill.relay.dispatch.RelayParts.Boards;
import dev.waybill.relay.lease.LeaseLostException;
import dev.waybill.relay.ledgerstore.LedgerTopic.LedgerTopicBusyException;
import dev.waybill.relay.publish.PublishException;
import dev.waybill.relay.status.FailureCause;
import dev.waybill.relay.status.NotReadyException;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import dev.waybill.relay.status.StoreRefusal;
import dev.waybill.relay.stream.UndecodableRecordException;
import dev.waybill.relay.stream.WalStream.EngineStuckException;
import dev.waybill.relay.stream.WalStream.StreamEndedException;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Runs sessions one after the other on a thread of its own, with a pause between them, for as long
 * as the process lives; the thread keeps the process alive, also without a web server. Stops within
 * {@code waybill.relay.shutdown-timeout}.
 */
public final class RelaySupervisor implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(RelaySupervisor.class);
  private static final String OVER = "starting over; nothing is lost";

  private final RelayParts parts;
  private final Boards boards;
  private final StatusBoard board;
  private final String owner;
  private final Runnable exit;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final EngineEnds ends = new EngineEnds();
  private final Rehearsal rehearsal;
  private final Backoff backoff = new Backoff(new SplittableRandom());
  private final Thread thread;

  /**
   * @param owner unique to this process start
   * @param exit ends the process with a failure, for a state that only that can clear
   */
  public RelaySupervisor(RelayParts parts, Boards boards, String owner, Runnable exit) {
    this.parts = parts;
    this.boards = boards;
    this.board = boards.status();
    this.owner = owner;
    this.rehearsal = new Rehearsal(parts, System::nanoTime);
    this.exit = exit;
    this.thread = new Thread(this::supervise, "waybill-relay-" + parts.settings().name());
    thread.setUncaughtExceptionHandler(this::endProcess);
  }

  @Override
  public void start() {
    thread.start();
  }

  private void supervise() {
    try {
      if (!parts.settings().enabled()) {
        board.show(new RelayStatus.Disabled());
        stop.await();
      }
      while (!stopping()) {
        Duration pause = session();
        if (stop.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          break;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (EngineStuckException e) {
      LOG.error(
          "Relay: {}; the process ends so that its connection does{}", e.getMessage(), e.stacks());
      if (!stopping()) {
        exit.run();
      }
    }
    board.show(new RelayStatus.Stopped());
  }

  /** A web server that answers for a relay that is gone would look healthy. */
  private void endProcess(Thread ended, Throwable failure) {
    LOG.error("Relay: the process ends, since its relay did", failure);
    exit.run();
  }

  /** Runs one session and returns how long to wait before the next. */
  private Duration session() throws InterruptedException {
    try {
      new RelaySession(parts, boards, ends, rehearsal, owner, this::stopping).run();
      backoff.reset();
      return parts.settings().leaseDuration().dividedBy(10);
    } catch (NotReadyException e) {
      notReady(causeOf(e), e.reason(), e.remedy());
    } catch (LeaseLostException e) {
      notReady(FailureCause.LEASE, String.valueOf(e.getMessage()), "standing by");
    } catch (StreamEndedException e) {
      streamEnded(e);
    } catch (PublishException e) {
      e.refusedBy().ifPresent(topic -> suspect(topic, e));
      notReady(FailureCause.BROKER, "Kafka: " + e.getMessage(), OVER);
    } catch (LedgerTopicBusyException e) {
      notReady(FailureCause.BROKER, "Kafka: " + e.getMessage(), OVER);
    } catch (KafkaException e) {
      notReady(FailureCause.BROKER, "Kafka: " + e.getMessage() + ": " + rootMessage(e), OVER);
    } catch (DataAccessException | TransactionException e) {
      refusedByStore(e);
    } catch (EngineStuckException e) {
      throw e;
    } catch (RuntimeException e) {
      unexpected(e);
    }
    return backoff.pause();
  }

  private static FailureCause causeOf(NotReadyException e) {
    return e.getCause() instanceof DataAccessException refused
        ? causeOf(StoreRefusal.of(refused))
        : FailureCause.PRECONDITION;
  }

  /** What a person has to change is no outage, although the server said it. */
  private static FailureCause causeOf(StoreRefusal refusal) {
    return refusal.permanent() ? FailureCause.PRECONDITION : FailureCause.STORE;
  }

  private void refusedByStore(RuntimeException e) {
    StoreRefusal refusal = StoreRefusal.of(e);
    notReady(causeOf(refusal), "PostgreSQL: " + rootMessage(e), refusal.remedy());
  }

  /** The others must not wait for a topic that refuses: from the next session on its lane does. */
  private void suspect(String topic, PublishException e) {
    if (!topic.equals(parts.kafka().ledgerTopic().name())) {
      parts.kafka().suspects().refused(topic, rootMessage(e));
      backoff.reset();
    }
  }

  private void streamEnded(StreamEndedException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UndecodableRecordException undecodable) {
        unpublishable(undecodable);
        return;
      }
    }
    notReady(FailureCause.STREAM, "the engine ended: " + rootMessage(e), "starting a fresh one");
  }

  private void unpublishable(RuntimeException e) {
    notReady(
        FailureCause.STREAM,
        "a message cannot be published: " + e.getMessage(),
        "follow runbooks/relay-not-ready.md, section 'a message that cannot be published'");
  }

  private void unexpected(RuntimeException e) {
    RelayStatus.NotReady next =
        new RelayStatus.NotReady(
            "unexpected failure: " + e, "starting over; report it with the log");
    if (!next.equals(board.status())) {
      LOG.error("Relay: unexpected failure", e);
    }
    notReady(FailureCause.UNEXPECTED, next.reason(), next.remedy());
  }

  private void notReady(FailureCause cause, String reason, String remedy) {
    if (board.status() instanceof RelayStatus.Streaming) {
      backoff.reset();
    }
    boards.progress().failed(cause, reason, Instant.now());
    board.show(new RelayStatus.NotReady(reason, remedy));
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }

  private boolean stopping() {
    return stop.getCount() == 0;
  }

  /**
   * Stops: no new batch, the one in hand is finished, the lease is given up. What has not ended
   * after a third of the time is interrupted.
   */
  @Override
  public void stop() {
    Duration limit = parts.settings().shutdownTimeout();
    Duration patience = limit.dividedBy(3);
    stop.countDown();
    if (!joined(patience)) {
      thread.interrupt();
      if (!joined(limit.minus(patience))) {
        LOG.error("Relay: did not stop within {}; the process ends all the same", limit);
      }
    }
    LOG.info("Relay: {}", board.status().describe());
  }

  private boolean joined(Duration limit) {
    try {
      TimeUnit.MILLISECONDS.timedJoin(thread, limit.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  @Override
  public boolean isRunning() {
    return thread.isAlive();
  }
}

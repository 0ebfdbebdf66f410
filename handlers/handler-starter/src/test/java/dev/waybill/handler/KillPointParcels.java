package dev.waybill.handler;

import dev.waybill.handler.batch.Work;
import dev.waybill.handler.inbox.Arrived;
import dev.waybill.handler.inbox.DeliveryTable;
import dev.waybill.handler.inbox.Inbox;
import dev.waybill.handler.testbed.ParcelApplication;
import dev.waybill.handler.testbed.ParcelHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * The handler's process with one change: at a named point of a chosen batch it kills itself, as an
 * operating system would, or stays until it is let go, so that it can be frozen just there.
 */
public final class KillPointParcels {

  /** Where. */
  public enum Point {
    /** Nowhere. */
    NEVER,
    /** The transaction is open, nothing is in the inbox. */
    BEFORE_INBOX_INSERT,
    /** The ids are in the inbox, no handler method has run. */
    AFTER_INBOX_INSERT,
    /** Inbox, effects and position are written, nothing is committed. */
    BEFORE_COMMIT,
    /** All is committed, Kafka knows nothing of it. */
    BEFORE_KAFKA_OFFSET,
    /** A worker is about to commit a claim, a start, an outcome, or effects with an outcome. */
    BEFORE_WORKER_COMMIT,
    /** It has. */
    AFTER_WORKER_COMMIT,
    /** The outside was called, its outcome is not stored. */
    AFTER_CALL,
    /** A dead letter is on its topic, or about to be claimed, and that is about to be stored. */
    BEFORE_SENDER_COMMIT,
    /** It is stored. */
    AFTER_SENDER_COMMIT
  }

  private static final Point POINT = Point.valueOf(System.getProperty("kill.point", "NEVER"));
  private static final @Nullable String STAY_UNTIL_FILE = System.getProperty("kill.stay-until");
  private static final AtomicInteger LEFT = new AtomicInteger(Integer.getInteger("kill.batch", 1));

  private KillPointParcels() {}

  public static void main(String[] args) {
    ParcelHandler.ACTS.put("once", KillPointParcels::failOnce);
    ParcelHandler.ACTS.put("never", KillPointParcels::fail);
    ParcelHandler.ACTS.put("called", delivery -> reach(Point.AFTER_CALL));
    ParcelHandler.ACTS.put("halt", delivery -> Runtime.getRuntime().halt(1));
    new SpringApplication(ParcelApplication.class, Overrides.class).run(args);
  }

  private static void failOnce(Delivery delivery) {
    if (delivery.attempt() == 1) {
      fail(delivery);
    }
  }

  private static void fail(Delivery delivery) {
    throw new IllegalStateException("attempt " + delivery.attempt());
  }

  /** Replaces the inbox's table and the transactions. Not annotated: no other test picks it up. */
  static class Overrides {

    @Bean
    DeliveryTable killingDeliveryTable(DataSource dataSource) {
      return new KillingDeliveryTable(dataSource);
    }

    @Bean
    JdbcTransactionManager transactionManager(DataSource dataSource) {
      return new KillingTransactions(dataSource);
    }
  }

  /** Whether the thread's transaction is one of a batch. */
  private static final ThreadLocal<Boolean> BATCH = ThreadLocal.withInitial(() -> false);

  private static final class KillingDeliveryTable extends DeliveryTable {

    KillingDeliveryTable(DataSource dataSource) {
      super(dataSource);
    }

    @Override
    public List<Arrived> number(List<Work> works) {
      BATCH.set(true);
      reach(Point.BEFORE_INBOX_INSERT);
      return super.number(works);
    }

    @Override
    public Taken insert(Inbox inbox, List<Arrived> works) {
      Taken taken = super.insert(inbox, works);
      reach(Point.AFTER_INBOX_INSERT);
      return taken;
    }
  }

  private static final class KillingTransactions extends JdbcTransactionManager {

    private static final long serialVersionUID = 1L;

    KillingTransactions(DataSource dataSource) {
      super(dataSource);
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
      boolean batch = BATCH.get();
      BATCH.remove();
      String thread = Thread.currentThread().getName();
      boolean worker = thread.contains("-worker-");
      boolean sender = thread.endsWith("-dead-letters");
      if (batch) {
        reach(Point.BEFORE_COMMIT);
      } else if (worker) {
        reach(Point.BEFORE_WORKER_COMMIT);
      } else if (sender) {
        reach(Point.BEFORE_SENDER_COMMIT);
      }
      super.doCommit(status);
      if (batch) {
        reach(Point.BEFORE_KAFKA_OFFSET);
      } else if (worker) {
        reach(Point.AFTER_WORKER_COMMIT);
      } else if (sender) {
        reach(Point.AFTER_SENDER_COMMIT);
      }
    }
  }

  private static void reach(Point reached) {
    if (reached != POINT || LEFT.decrementAndGet() != 0) {
      return;
    }
    System.err.println("reached " + reached.name().toLowerCase(Locale.ROOT));
    if (STAY_UNTIL_FILE == null) {
      kill();
    } else {
      stayUntil(Path.of(STAY_UNTIL_FILE));
    }
  }

  private static void kill() {
    try {
      new ProcessBuilder("kill", "-KILL", Long.toString(ProcessHandle.current().pid()))
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A process that froze itself would run a little further: a signal takes its time. */
  private static void stayUntil(Path file) {
    while (!Files.exists(file)) {
      LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
    }
  }
}

package dev.waybill.relay;

import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.ledger.BatchRecord;
import dev.waybill.relay.ledger.SeqSet;
import dev.waybill.relay.ledgerstore.LedgerTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The relay's process with one change: at a named point of a chosen batch it kills or freezes
 * itself, as an operating system would.
 */
public final class KillPointRelay {

  /** Where. */
  public enum Point {
    /** The batch is in hand, nothing was sent. */
    BEFORE_PUBLISH,
    /** The Kafka transaction is committed, the ledger row is not written. */
    BEFORE_LEDGER_ROW,
    /** The ledger row is committed, the slot is not confirmed. */
    AFTER_LEDGER_ROW
  }

  /** What. */
  public enum Deed {
    KILL,
    FREEZE
  }

  private KillPointRelay() {}

  public static void main(String[] args) {
    new SpringApplication(RelayApplication.class, Overrides.class).run(args);
  }

  /** Replaces the ledger table. Not annotated, so that no other test picks it up. */
  static class Overrides {

    @Bean
    @Primary
    LedgerTable killingLedgerTable(
        JdbcClient jdbc, PlatformTransactionManager transactions, LeaseTable leases) {
      return new KillingLedgerTable(jdbc, new TransactionTemplate(transactions), leases);
    }
  }

  private static final class KillingLedgerTable extends LedgerTable {

    private final Point point = Point.valueOf(System.getProperty("kill.point"));
    private final Deed deed = Deed.valueOf(System.getProperty("kill.deed", "KILL"));
    private final AtomicInteger left = new AtomicInteger(Integer.getInteger("kill.batch", 1));

    KillingLedgerTable(JdbcClient jdbc, TransactionOperations transactions, LeaseTable leases) {
      super(jdbc, transactions, leases);
    }

    @Override
    public SeqSet covered(String relay, SeqSet numbers) {
      SeqSet covered = super.covered(relay, numbers);
      reach(Point.BEFORE_PUBLISH);
      return covered;
    }

    @Override
    public void append(FencingToken token, BatchRecord record) {
      reach(Point.BEFORE_LEDGER_ROW);
      super.append(token, record);
      reach(Point.AFTER_LEDGER_ROW);
    }

    private void reach(Point reached) {
      if (reached != point || left.decrementAndGet() != 0) {
        return;
      }
      System.err.println("reached " + reached.name().toLowerCase(Locale.ROOT));
      String signal = deed == Deed.KILL ? "-KILL" : "-STOP";
      try {
        new ProcessBuilder("kill", signal, Long.toString(ProcessHandle.current().pid()))
            .start()
            .waitFor();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

package dev.waybill.relay;

import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.ledger.BatchRecord;
import dev.waybill.relay.ledgerstore.LedgerTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The relay's process with one change: at a named point of a chosen batch it kills or freezes
 * itself, as an operating system would.
 */
public final class KillPointRelay {

  /** Where. */
  public enum Point {
    /** Nowhere. */
    NEVER,
    /** The batch is in hand, nothing was sent. */
    BEFORE_PUBLISH,
    /** Every record is acknowledged, the Kafka transaction is not committed. */
    BEFORE_KAFKA_COMMIT,
    /** The Kafka transaction is committed, the ledger row is not written. */
    BEFORE_LEDGER_ROW,
    /** The ledger row is written, its transaction is open and holds the lease's row. */
    INSIDE_LEDGER_TRANSACTION,
    /** The ledger row is committed, the slot is not confirmed. */
    AFTER_LEDGER_ROW
  }

  /** What. */
  public enum Deed {
    KILL,
    FREEZE
  }

  private static final Point POINT = Point.valueOf(System.getProperty("kill.point", "NEVER"));
  private static final Deed DEED = Deed.valueOf(System.getProperty("kill.deed", "KILL"));

  /** Acknowledged last; with one broker that is the ledger's, whose record is sent last. */
  private static final String LAST_TOPIC = System.getProperty("kill.last-topic", ".ledger");

  private static final ThreadLocal<Boolean> APPENDING = ThreadLocal.withInitial(() -> false);
  private static final AtomicInteger LEFT = new AtomicInteger(Integer.getInteger("kill.batch", 1));

  private KillPointRelay() {}

  public static void main(String[] args) {
    new SpringApplication(RelayWithoutServer.class, Overrides.class).run(args);
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

    KillingLedgerTable(JdbcClient jdbc, TransactionOperations transactions, LeaseTable leases) {
      super(jdbc, new KillingTransactions(transactions), leases);
    }

    @Override
    public void append(FencingToken token, BatchRecord record) {
      reach(Point.BEFORE_LEDGER_ROW);
      APPENDING.set(true);
      super.append(token, record);
      APPENDING.set(false);
      reach(Point.AFTER_LEDGER_ROW);
    }
  }

  private record KillingTransactions(TransactionOperations real) implements TransactionOperations {

    @Override
    @SuppressWarnings("NullAway") // whether T is nullable is the caller's business
    public <T> T execute(TransactionCallback<T> action) {
      return real.execute(
          status -> {
            T result = action.doInTransaction(status);
            // The ledger has other transactions, which are about no batch.
            if (APPENDING.get()) {
              reach(Point.INSIDE_LEDGER_TRANSACTION);
            }
            return result;
          });
    }
  }

  /**
   * Acts when the broker has acknowledged the batch's last record, before the producer is told.
   * Also a consumer's interceptor, since the relay's client settings go to all of its clients.
   */
  public static final class KillingInterceptor
      implements ProducerInterceptor<byte[], byte[]>, ConsumerInterceptor<String, String> {

    /** The ledger's record is the last of each batch. Used by the sending thread only. */
    private boolean firstOfBatch = true;

    @Override
    public ConsumerRecords<String, String> onConsume(ConsumerRecords<String, String> records) {
      return records;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
      if (firstOfBatch) {
        reach(Point.BEFORE_PUBLISH);
      }
      firstOfBatch = record.topic().endsWith(".ledger");
      return record;
    }

    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception error) {
      if (metadata != null && metadata.topic().endsWith(LAST_TOPIC)) {
        reach(Point.BEFORE_KAFKA_COMMIT);
      }
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
  }

  private static void reach(Point reached) {
    if (reached != POINT || LEFT.decrementAndGet() != 0) {
      return;
    }
    System.err.println("reached " + reached.name().toLowerCase(Locale.ROOT));
    String signal = DEED == Deed.KILL ? "-KILL" : "-STOP";
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

package dev.waybill.handler.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.deliver.HandlerTransactions;
import dev.waybill.handler.inbox.DeadLetterTable;
import dev.waybill.handler.inbox.KeptRecordTable;
import dev.waybill.handler.inbox.TransactionProof;
import dev.waybill.handler.inbox.TransactionTimeouts;
import dev.waybill.handler.testbed.LogLines;
import dev.waybill.handler.testbed.ParcelDatabase;
import dev.waybill.testsupport.servers.Servers;
import dev.waybill.workqueue.retry.Backoff;
import java.time.Duration;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** A dead letter that is on its way when something goes wrong or the handler ends. */
class DeadLetterSenderIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final HandlerId PARCELS = new HandlerId("parcels");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @AutoClose
  private final ParcelDatabase database = ParcelDatabase.in(servers.database()).migrate();

  private final Unanswered kafka = new Unanswered();
  private final DeadLetterSender sender = sender(servers.database().as(ParcelDatabase.HANDLER));

  @BeforeEach
  void bury() {
    database.clear();
    database.deliver("acme", "dead_letter", null);
    database.buryWhatIsDead();
    database
        .owner()
        .sql(
            """
            WITH due AS (UPDATE inbox.dead_letter SET next_attempt_at = now() RETURNING message_id)
            INSERT INTO inbox.kept_record (handler, message_id, record_value, headers)
            SELECT 'parcels', message_id, 'x', '[]' FROM due
            """)
        .update();
  }

  /** A close of the producer fails what it has not been answered: that is no alarm. */
  @Test
  void givesBackWhatIsOnItsWayWhenItEndsAndBlamesNobody() throws InterruptedException {
    try (LogLines log = new LogLines()) {
      sender.start();
      await().atMost(PATIENCE).until(() -> !kafka.history().isEmpty());

      sender.end(Duration.ofMillis(1));

      assertThat(log.atLeast(Level.WARN)).isEmpty();
    }
    assertThat(sender.trouble()).isNull();
    assertThat(deadLetter()).isEqualTo("unsent 0 –");
  }

  @Test
  void saysWhyTheTopicTakesNothing() throws InterruptedException {
    try (LogLines log = new LogLines()) {
      sender.start();
      await().atMost(PATIENCE).until(() -> !kafka.history().isEmpty());
      kafka.errorNext(new TopicAuthorizationException("Not authorized"));
      await().atMost(PATIENCE).until(() -> !log.atLeast(Level.ERROR).isEmpty());

      sender.end(PATIENCE);

      assertThat(log.atLeast(Level.WARN))
          .singleElement()
          .asString()
          .contains("runbooks/dead-letters-growing.md", "TopicAuthorizationException");
    }
    assertThat(deadLetter()).isEqualTo("unsent 1 TopicAuthorizationException: Not authorized");
  }

  /** State, attempts that count, and the error of the one dead letter. */
  private String deadLetter() {
    return database
        .owner()
        .sql(
            """
            SELECT concat_ws(' ', state, attempt, coalesce(last_error, '–')) FROM inbox.dead_letter
            """)
        .query(String.class)
        .single();
  }

  private DeadLetterSender sender(DataSource source) {
    HandlerTransactions transactions =
        new HandlerTransactions(
            new JdbcTransactionManager(source),
            source,
            new TransactionProof(source),
            new TransactionTimeouts(source, PATIENCE, PATIENCE));
    DeadLetterQueue queue =
        new DeadLetterQueue(
            PARCELS,
            "here",
            transactions,
            new DeadLetterTable(source),
            new KeptRecordTable(source));
    return new DeadLetterSender(
        queue, kafka, "waybill.parcels.dlt", Backoff.doubling(PATIENCE, PATIENCE));
  }

  /** A producer that nobody answers, and that ends what is under way as the real one does. */
  private static final class Unanswered extends MockProducer<byte[], byte[]> {

    private Unanswered() {
      super(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized void close(Duration timeout) {
      super.close(timeout);
      errorNext(new KafkaException("Producer closed while send in progress"));
    }
  }
}

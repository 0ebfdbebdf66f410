package dev.waybill.relay.publish;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the cluster why a transaction does not end. */
public final class Transactions {

  private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final KafkaConnection connection;

  public Transactions(KafkaConnection connection) {
    this.connection = connection;
  }

  /**
   * The topics that a transaction waits for although its outcome is decided: their partitions take
   * no end marker. Empty while it is not decided, when it has ended, and when the cluster does not
   * say.
   */
  public Set<String> waitsFor(String transactionalId) {
    Map<String, Object> settings = new HashMap<>(connection.common());
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis());
    try (Admin admin = Admin.create(settings)) {
      return waitsFor(
          admin
              .describeTransactions(List.of(transactionalId))
              .description(transactionalId)
              .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("Kafka does not say how far {} has come: {}", transactionalId, e.getMessage());
      return Set.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Set.of();
    }
  }

  private static Set<String> waitsFor(TransactionDescription transaction) {
    boolean decided =
        transaction.state() == TransactionState.PREPARE_COMMIT
            || transaction.state() == TransactionState.PREPARE_ABORT;
    Set<String> topics = new TreeSet<>();
    if (decided) {
      transaction.topicPartitions().forEach(partition -> topics.add(partition.topic()));
    }
    return topics;
  }
}

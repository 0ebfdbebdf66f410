package dev.waybill.workqueue.testbed;

import dev.waybill.workqueue.Claim;
import dev.waybill.workqueue.ClaimRequest;
import dev.waybill.workqueue.WorkQueue;
import dev.waybill.workqueue.shape.WorkTable;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** One process that works off the stops, over one connection. Not thread-safe. */
public final class Worker implements AutoCloseable {

  /** Longer than any test. */
  public static final Duration LONG = Duration.ofMinutes(10);

  private final String name;
  private final SingleConnectionDataSource connection;
  private final DataSourceTransactionManager transactions;
  private final WorkQueue queue;

  Worker(String name, DataSource source, WorkTable table) {
    this.name = name;
    this.connection = OneConnection.of(source);
    this.transactions = new DataSourceTransactionManager(connection);
    // A claim that waits for a lock fails, instead of hanging with its test.
    jdbc().sql("SET lock_timeout = '30s'").update();
    this.queue = new WorkQueue(JdbcClient.create(connection), transactions, table);
  }

  public WorkQueue queue() {
    return queue;
  }

  public String name() {
    return name;
  }

  public JdbcClient jdbc() {
    return JdbcClient.create(connection);
  }

  /** Transactions of the worker's connection. */
  public TransactionTemplate transaction() {
    return new TransactionTemplate(transactions);
  }

  public List<Claim> claim(int limit) {
    return queue.claim(ClaimRequest.of(name, LONG, limit));
  }

  /** The stops that a claim gave, in its order. */
  public List<UUID> claimStops(int limit) {
    return claim(limit).stream().map(Worker::stop).toList();
  }

  /** Which stop a claim is for. */
  public static UUID stop(Claim claim) {
    return claim.key().value(1, UUID.class);
  }

  @Override
  public void close() {
    connection.destroy();
  }
}

package dev.waybill.outbox;

import com.zaxxer.hikari.HikariDataSource;
import dev.waybill.contract.message.MessageId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Many writers at once, each with a connection of its own, that commit, roll back, undo savepoints
 * and repeat SERIALIZABLE transactions, and note what they committed.
 */
final class Stagers implements AutoCloseable {

  private static final List<String> KEYS = List.of("hot", "hot", "hot", "warm", "warm", "cool");
  private static final int AGGREGATES = 20;

  /** Few enough that some SERIALIZABLE transactions meet. */
  static final int COUNTERS = 100;

  private final int writers;
  private final HikariDataSource connections = new HikariDataSource();
  private final JdbcTemplate jdbc = new JdbcTemplate(connections);
  private final JdbcTransactionManager transactions = new JdbcTransactionManager(connections);
  private final TransactionTemplate transaction = new TransactionTemplate(transactions);
  private final TransactionTemplate nested = new TransactionTemplate(transactions);
  private final TransactionTemplate serializable = new TransactionTemplate(transactions);
  private final Outbox outbox = OutboxDatabase.outbox(connections);
  private final Queue<MessageId> committed = new ConcurrentLinkedQueue<>();
  private final AtomicInteger undone = new AtomicInteger();
  private final AtomicInteger repeated = new AtomicInteger();

  /**
   * Needs a table {@code business.counter (name text, value bigint)} with rows {@code counter-0}
   * and on that the writer may use.
   */
  Stagers(OutboxDatabase database, int writers) {
    this.writers = writers;
    connections.setJdbcUrl(database.url());
    connections.setUsername(OutboxDatabase.WRITER);
    connections.setPassword(OutboxDatabase.PASSWORD);
    connections.setMaximumPoolSize(writers);
    connections.setMinimumIdle(0);
    connections.setConnectionTimeout(60_000);
    nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
    serializable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
  }

  /** Stages for this long; returns when every writer has ended. */
  void run(Duration time, long seed) {
    long end = System.nanoTime() + time.toNanos();
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        Random random = new Random(seed + i);
        all.add(
            CompletableFuture.runAsync(
                () -> {
                  while (System.nanoTime() < end) {
                    stage(random);
                  }
                },
                threads));
      }
      all.forEach(CompletableFuture::join);
    } finally {
      threads.shutdownNow();
    }
  }

  /** What was staged in transactions, and savepoints, that committed. */
  List<MessageId> committed() {
    return List.copyOf(committed);
  }

  /** How many messages were staged and rolled back. */
  int undone() {
    return undone.get();
  }

  /** How many SERIALIZABLE transactions had to be repeated. */
  int repeated() {
    return repeated.get();
  }

  private void stage(Random random) {
    switch (random.nextInt(6)) {
      case 0 -> rollBack(random);
      case 1 -> undoASavepoint(random);
      case 2, 3 -> repeatUntilSerializable(random);
      default -> commit(random);
    }
  }

  private void commit(Random random) {
    List<DurableMessage> messages = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      messages.add(message(random));
    }
    List<MessageId> ids =
        transaction.execute(
            status -> {
              List<MessageId> staged = outbox.stageAll(messages);
              work(random);
              return staged;
            });
    committed.addAll(ids);
  }

  private void rollBack(Random random) {
    transaction.executeWithoutResult(
        status -> {
          outbox.stage(message(random));
          work(random);
          status.setRollbackOnly();
        });
    undone.incrementAndGet();
  }

  /** One key throughout, since keys of separate calls may deadlock. */
  private void undoASavepoint(Random random) {
    DurableMessage message = message(random);
    List<MessageId> kept = new ArrayList<>();
    transaction.executeWithoutResult(
        status -> {
          kept.add(outbox.stage(message));
          nested.executeWithoutResult(
              inner -> {
                outbox.stage(message);
                inner.setRollbackOnly();
              });
          nested.executeWithoutResult(inner -> kept.add(outbox.stage(message)));
        });
    undone.incrementAndGet();
    committed.addAll(kept);
  }

  private void repeatUntilSerializable(Random random) {
    DurableMessage message = message(random);
    while (true) {
      try {
        committed.add(
            serializable.execute(
                status -> {
                  jdbc.update(
                      "UPDATE business.counter SET value = value + 1 WHERE name = ?",
                      "counter-" + random.nextInt(COUNTERS));
                  return outbox.stage(message);
                }));
        return;
      } catch (ConcurrencyFailureException e) {
        repeated.incrementAndGet();
      }
    }
  }

  /** Between staging and commit, of different lengths. */
  private void work(Random random) {
    jdbc.queryForObject(
        "SELECT count(*) FROM generate_series(1, ?)", Integer.class, random.nextInt(5_000));
  }

  /** Two in three of a key that is not the aggregate, the others of their aggregate. */
  private static IntegrationEvent message(Random random) {
    IntegrationEvent.Builder message =
        DurableMessage.integrationEvent("activity.created", 1)
            .tenant("acme")
            .aggregate("activity", Integer.toString(random.nextInt(AGGREGATES)), 1)
            .payloadJson(OutboxDatabase.example("activity.created"));
    if (random.nextInt(3) > 0) {
      message.orderingKey(KEYS.get(random.nextInt(KEYS.size())));
    }
    return message.build();
  }

  @Override
  public void close() {
    connections.close();
  }
}

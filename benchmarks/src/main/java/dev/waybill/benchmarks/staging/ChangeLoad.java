package dev.waybill.benchmarks.staging;

import dev.waybill.benchmarks.commit.BenchMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The business change, two rows in one transaction, as often as each connection can. */
final class ChangeLoad {

  private static final String CHANGE =
      "INSERT INTO bench.activity (id, tenant, title, version, changed_at)"
          + " VALUES (?, 'bench', 'A visit', 1, now())";
  private static final String AUDIT =
      "INSERT INTO bench.audit (activity, actor, action, at) VALUES (?, 'bench', 'create', now())";

  private final int connections;
  private final int payloadBytes;
  private final JdbcTemplate jdbc;
  private final TransactionTemplate transaction;
  private final AtomicInteger number = new AtomicInteger();
  private final long run = System.nanoTime();

  /**
   * @param connections how many threads work at the same time
   */
  ChangeLoad(DataSource writer, int connections, int payloadBytes) {
    this.connections = connections;
    this.payloadBytes = payloadBytes;
    this.jdbc = new JdbcTemplate(writer);
    this.transaction = new TransactionTemplate(new JdbcTransactionManager(writer));
  }

  /**
   * Works for this long.
   *
   * @return how many transactions committed
   * @throws ExecutionException when one failed
   */
  long run(Contender contender, Duration time) throws InterruptedException, ExecutionException {
    long end = System.nanoTime() + time.toNanos();
    ExecutorService threads = Executors.newFixedThreadPool(connections);
    try {
      List<Callable<Long>> workers = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        workers.add(() -> work(contender, end));
      }
      long committed = 0;
      for (Future<Long> worker : threads.invokeAll(workers)) {
        committed += worker.get();
      }
      return committed;
    } finally {
      threads.shutdownNow();
    }
  }

  private long work(Contender contender, long end) {
    long committed = 0;
    while (System.nanoTime() < end) {
      BenchMessage message = BenchMessage.of(run, number.getAndIncrement(), payloadBytes);
      transaction.executeWithoutResult(
          status -> {
            jdbc.update(CHANGE, message.id());
            jdbc.update(AUDIT, message.id());
            contender.tell(message);
          });
      committed++;
    }
    return committed;
  }
}

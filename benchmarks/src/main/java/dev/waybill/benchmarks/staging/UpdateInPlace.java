package dev.waybill.benchmarks.staging;

import dev.waybill.benchmarks.commit.BenchMessage;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The outbox that is compared with: a row with a status is inserted, and later a publisher marks
 * rows as sent, hundreds in one statement. It checks nothing, renders nothing and sends nothing.
 */
final class UpdateInPlace implements Contender {

  static final String NAME = "update-in-place";

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final long PAUSE_MILLIS = 20;
  private static final String INSERT =
      "INSERT INTO bench.outbox (message_id, headers, payload) VALUES (?, ?, ?::json)";
  private static final String MARK =
      """
      UPDATE bench.outbox SET status = 'sent', sent_at = now()
      WHERE id IN (SELECT id FROM bench.outbox WHERE status = 'pending' ORDER BY id LIMIT 500
                   FOR UPDATE SKIP LOCKED)
      """;
  private static final String PENDING =
      "SELECT count(*) FROM bench.outbox WHERE status = 'pending'";

  private final JdbcTemplate jdbc;
  private final ExecutorService publisher = Executors.newSingleThreadExecutor();

  UpdateInPlace(DataSource writer) {
    this.jdbc = new JdbcTemplate(writer);
    publisher.execute(this::publish);
  }

  @Override
  public String contender() {
    return NAME;
  }

  @Override
  public void tell(BenchMessage message) {
    jdbc.update(INSERT, message.id(), message.envelope().toJson(), message.payload());
  }

  @Override
  public String table() {
    return "bench.outbox";
  }

  @Override
  public boolean settle() throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      Long pending = jdbc.queryForObject(PENDING, Long.class);
      if (pending != null && pending == 0) {
        return true;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    return false;
  }

  private void publish() {
    try {
      while (!publisher.isShutdown()) {
        if (jdbc.update(MARK) == 0) {
          TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    publisher.shutdown();
    try {
      publisher.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

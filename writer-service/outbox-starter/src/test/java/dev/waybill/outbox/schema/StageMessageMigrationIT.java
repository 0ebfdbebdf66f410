package dev.waybill.outbox.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.waybill.outbox.OutboxDatabase;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** V11 comes into a database in which writers stage and a relay drops days. */
class StageMessageMigrationIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** As starters of before do it. */
  private static final String STAGE =
      """
      SELECT outbox.stage('/x', 'integration-event', 'EV-1', 'a.b', 1, 'acme', 'thing', gen_random_uuid()::text, 1, '{}')
      """;

  /** The common pool may be one thread. */
  @AutoClose("shutdownNow")
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AutoClose private final OutboxDatabase database = OutboxDatabase.empty();
  private final JdbcTemplate migrator = new JdbcTemplate(database.migrator());
  private final JdbcTemplate writer = new JdbcTemplate(database.writer());
  private final TransactionTemplate transaction =
      new TransactionTemplate(new JdbcTransactionManager(database.writer()));

  @BeforeEach
  void migrateToBefore() {
    Flyway.configure(getClass().getClassLoader())
        .dataSource(database.migrator())
        .schemas("outbox")
        .table("starter_schema_history")
        .locations("classpath:dev/waybill/outbox/migration")
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .placeholders(Map.of("writer", OutboxDatabase.WRITER, "relay", OutboxDatabase.RELAY))
        .target("10")
        .load()
        .migrate();
  }

  @Test
  void keepsTheRowsAndDaysOfBeforeAndLetsWritersOfBeforeStage() {
    writer.execute(STAGE);

    database.migrate();
    writer.execute(STAGE);
    migrator.execute("SELECT outbox.ensure_message_partitions(20)");

    assertThat(migrator.queryForObject("SELECT count(*) FROM outbox.message", Integer.class))
        .isEqualTo(2);
    assertThat(
            migrator.queryForObject(
                "SELECT count(*) FROM pg_inherits WHERE inhparent = 'outbox.message'::regclass",
                Integer.class))
        .isEqualTo(22);
  }

  /** Stagers of before look at the revision first and write then, so V11 locks in this order. */
  @Test
  void waitsForOpenStagersAndLetsThoseBehindItGoOn() throws Exception {
    CompletableFuture<Void> committed = new CompletableFuture<>();
    CompletableFuture<Void> staged = new CompletableFuture<>();
    CompletableFuture<Void> open =
        CompletableFuture.runAsync(() -> stage(staged, committed), threads);
    staged.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

    CompletableFuture<Void> migrating = CompletableFuture.runAsync(database::migrate, threads);
    awaitWaiting(1);
    CompletableFuture<Void> behind =
        CompletableFuture.runAsync(() -> writer.execute(STAGE), threads);
    awaitWaiting(2);
    committed.complete(null);

    for (CompletableFuture<Void> each : List.of(open, migrating, behind)) {
      each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    assertThat(migrator.queryForObject("SELECT count(*) FROM outbox.message", Integer.class))
        .isEqualTo(2);
  }

  @Test
  void isRefusedWhileADayIsOnItsWayOut() {
    String day =
        "message_p" + LocalDate.now(ZoneOffset.UTC).plusDays(9).toString().replace("-", "");
    migrator.execute("ALTER TABLE outbox.message DETACH PARTITION outbox." + day);

    assertThatThrownBy(database::migrate)
        .hasMessageContaining("the relay is dropping a day of outbox.message: " + day)
        .hasMessageContaining("nothing was changed");
    writer.execute(STAGE);

    migrator.execute("DROP TABLE outbox." + day);
    database.migrate();
  }

  private void stage(CompletableFuture<Void> staged, CompletableFuture<Void> committed) {
    transaction.executeWithoutResult(
        status -> {
          writer.execute(STAGE);
          staged.complete(null);
          try {
            committed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
          } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private void awaitWaiting(int sessions) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                migrator.queryForObject(
                    "SELECT count(*) FROM pg_locks WHERE NOT granted AND database ="
                        + " (SELECT oid FROM pg_database WHERE datname = current_database())",
                    Integer.class),
            waiting -> waiting != null && waiting >= sessions);
  }
}

package dev.waybill.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.history.Writes;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.outbox.schema.OutboxSchema;
import dev.waybill.outbox.schema.SchemaMode;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LoadIT {
  private static final String DATABASE = "load";
  private static LocalPostgres postgres;

  @BeforeAll
  static void start() throws Exception {
    postgres =
        LocalPostgres.builder().durable(false).setting("track_commit_timestamp", "on").start();
    postgres.createDatabase(DATABASE);
    try (var script = LoadIT.class.getResourceAsStream("/dev/waybill/outbox/roles.sql")) {
      postgres.createRoles(
          DATABASE,
          new String(script.readAllBytes(), StandardCharsets.UTF_8),
          Map.of("waybill_migrator", "p", "waybill_writer", "p", "waybill_relay", "p"));
    }
    new OutboxSchema(
            SchemaMode.MIGRATE,
            as("waybill_writer"),
            as("waybill_migrator"),
            Map.of("writer", "waybill_writer", "relay", "waybill_relay"))
        .prepare();
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  @Test
  void knowsExactlyWhatItCommittedAndKeepsTheOrderOfCommitsWithinAKey() throws SQLException {
    try (Load load = Load.start(as("waybill_writer"), 2000, 11)) {
      Journal journal = load.journal();
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                load.check();
                return journal.committedCount() > 3000 && journal.rolledBackIds().size() > 500;
              });
      load.stop();
      load.writeBarrier(id -> id);

      Writes writes = CommittedMessages.read(as("waybill_relay"), journal);

      assertThat(writes.committedCount()).isEqualTo(journal.committedCount());
      assertThat(writes.rolledBackCount()).isEqualTo(journal.rolledBackIds().size());
      assertThat(
              number(
                  """
                  SELECT count(*)
                  FROM (
                    SELECT pg_xact_commit_timestamp(xmin) AS committed_at,
                      lag(pg_xact_commit_timestamp(xmin))
                        OVER (PARTITION BY ordering_key ORDER BY seq) AS before
                    FROM (SELECT xmin, ordering_key, seq FROM outbox.message) AS row
                  ) AS neighbours
                  WHERE committed_at < before
                  """))
          .isZero();
      // Interleaving is the point: some rows lie between those of another transaction.
      assertThat(
              number(
                  """
                  SELECT count(*)
                  FROM (
                    SELECT pg_xact_commit_timestamp(xmin) AS committed_at,
                      lag(pg_xact_commit_timestamp(xmin)) OVER (ORDER BY seq) AS before
                    FROM outbox.message
                  ) AS neighbours
                  WHERE committed_at < before
                  """))
          .isPositive();
    }
  }

  @Test
  void saysSoWhenAWriterFails() throws SQLException {
    try (Load load = Load.start(as("waybill_relay"), 1000, 1)) {
      assertThatThrownBy(load::stop)
          .isInstanceOf(IllegalStateException.class)
          .hasStackTraceContaining("permission denied");
    }
  }

  private static DataSource as(String role) {
    return postgres.dataSource(DATABASE, role, "p");
  }

  private static long number(String sql) throws SQLException {
    try (Connection connection = postgres.superuser(DATABASE).getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    }
  }
}

package dev.waybill.benchmarks.staging;

import com.zaxxer.hikari.HikariDataSource;
import dev.waybill.benchmarks.run.FlushDelay;
import dev.waybill.lab.stack.Role;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.outbox.Outbox;
import dev.waybill.outbox.schema.OutboxSchema;
import dev.waybill.outbox.schema.SchemaMode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A writer's database with an empty outbox, that no relay reads, and beside it the tables of the
 * business change and of the outbox that is compared with.
 */
final class BenchDatabase implements AutoCloseable {

  private static final String NAME = "staging_cost";
  private static final Duration STATISTICS = Duration.ofSeconds(15);
  private static final String TABLES =
      """
      CREATE SCHEMA bench;
      CREATE TABLE bench.activity (id uuid PRIMARY KEY, tenant text NOT NULL, title text NOT NULL,
        version bigint NOT NULL, changed_at timestamptz NOT NULL);
      CREATE TABLE bench.audit (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        activity uuid NOT NULL, actor text NOT NULL, action text NOT NULL, at timestamptz NOT NULL);
      CREATE TABLE bench.outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        message_id uuid NOT NULL, headers text NOT NULL, payload json NOT NULL,
        status text NOT NULL DEFAULT 'pending', staged_at timestamptz NOT NULL DEFAULT now(),
        sent_at timestamptz);
      CREATE TABLE bench.plain (message_id uuid NOT NULL, headers text NOT NULL,
        payload json NOT NULL);
      CREATE INDEX outbox_pending_idx ON bench.outbox (id) WHERE status = 'pending';
      GRANT USAGE ON SCHEMA bench TO waybill_writer;
      GRANT ALL ON ALL TABLES IN SCHEMA bench TO waybill_writer;
      """;

  private final LocalPostgres server;
  private final JdbcTemplate superuser;

  private BenchDatabase(LocalPostgres server) {
    this.server = server;
    this.superuser = new JdbcTemplate(server.superuser(NAME));
  }

  /**
   * Makes the database.
   *
   * @param flushDelay of its commits
   */
  static BenchDatabase create(LocalPostgres server, FlushDelay flushDelay)
      throws SQLException, IOException {
    server.createDatabase(NAME);
    server.createRoles(
        NAME,
        rolesSql(),
        Map.of(
            Role.MIGRATOR.roleName(), Role.MIGRATOR.password(),
            Role.WRITER.roleName(), Role.WRITER.password(),
            Role.RELAY.roleName(), Role.RELAY.password()));
    BenchDatabase database = new BenchDatabase(server);
    DataSource migrator =
        server.dataSource(NAME, Role.MIGRATOR.roleName(), Role.MIGRATOR.password());
    new OutboxSchema(
            SchemaMode.MIGRATE,
            migrator,
            migrator,
            Map.of("writer", Role.WRITER.roleName(), "relay", Role.RELAY.roleName()))
        .prepare();
    new JdbcTemplate(migrator).execute(TABLES);
    flushDelay.applyTo(server, NAME);
    return database;
  }

  /** So many connections of the writer, as a service pools them. */
  HikariDataSource pool(int connections) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(server.jdbcUrl(NAME));
    pool.setUsername(Role.WRITER.roleName());
    pool.setPassword(Role.WRITER.password());
    pool.setMaximumPoolSize(connections);
    return pool;
  }

  /** Empties every table and begins a checkpoint's work anew, so that no leg pays for another. */
  void reset() {
    superuser.execute(
        "TRUNCATE bench.activity, bench.audit, bench.outbox, bench.plain, outbox.message");
    superuser.execute("CHECKPOINT");
  }

  /** How many bytes of WAL the server has ever written. */
  long walBytes() {
    return number("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint");
  }

  /** What the server has counted so far; connections that are open have not told all of it. */
  Counters counters() {
    return new Counters(
        number(
            "SELECT coalesce(sum(n_tup_ins), 0)::bigint FROM pg_stat_user_tables"
                + " WHERE schemaname = 'bench' AND relname = 'activity'"),
        number(
            "SELECT coalesce(sum(n_tup_upd + n_tup_del), 0)::bigint FROM pg_stat_user_tables"
                + " WHERE schemaname IN ('bench', 'outbox')"));
  }

  /** The same, once so many changes more are counted. */
  Counters countersAfter(Counters before, long changes) throws InterruptedException {
    long end = System.nanoTime() + STATISTICS.toNanos();
    Counters now = counters();
    while (now.changes() < before.changes() + changes && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(50);
      now = counters();
    }
    return now;
  }

  /** Whether the tables hold so many changes, each with its audit row and its message. */
  boolean holds(long changes, String messages) {
    return rows("bench.activity") == changes
        && rows("bench.audit") == changes
        && (messages.isEmpty() || rows(messages) == changes);
  }

  private long rows(String table) {
    return number("SELECT count(*) FROM " + table);
  }

  private long number(String sql) {
    Long number = superuser.queryForObject(sql, Long.class);
    if (number == null) {
      throw new IllegalStateException("no answer to " + sql);
    }
    return number;
  }

  /**
   * What the server counts.
   *
   * @param changes activities that were inserted
   * @param dead versions of rows that updates and deletes left behind, in all tables
   */
  record Counters(long changes, long dead) {}

  @Override
  public void close() {
    server.dropDatabase(NAME);
  }

  private static String rolesSql() throws IOException {
    try (InputStream sql = Outbox.class.getResourceAsStream("roles.sql")) {
      if (sql == null) {
        throw new IOException("the outbox starter lacks roles.sql");
      }
      return new String(sql.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

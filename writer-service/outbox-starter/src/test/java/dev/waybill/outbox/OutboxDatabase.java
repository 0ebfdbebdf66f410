package dev.waybill.outbox;

import com.zaxxer.hikari.HikariDataSource;
import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.outbox.schema.OutboxSchema;
import dev.waybill.outbox.schema.SchemaMode;
import dev.waybill.outbox.staging.EnvelopeRenderer;
import dev.waybill.outbox.staging.MessageChecks;
import dev.waybill.outbox.staging.MessagePreparation;
import dev.waybill.outbox.staging.StagingOutbox;
import dev.waybill.outbox.table.CurrentTransaction;
import dev.waybill.outbox.table.MessageTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A writer's database of its own on one server for all tests, used as the three roles. */
public final class OutboxDatabase implements AutoCloseable {

  public static final String MIGRATOR = "waybill_migrator";
  public static final String WRITER = "waybill_writer";
  public static final String RELAY = "waybill_relay";
  public static final String PASSWORD = "secret";

  private static final LocalPostgres SERVER =
      LocalPostgres.builder().durable(false).setting("max_connections", "300").start();
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final Catalogue CATALOGUE = Catalogue.load(OutboxDatabase.class.getClassLoader());

  private final String name = "writer_" + NUMBER.incrementAndGet();
  private final HikariDataSource writer = new HikariDataSource();

  private OutboxDatabase() {
    SERVER.createDatabase(name);
    SERVER.createRoles(
        name, rolesSql(), Map.of(MIGRATOR, PASSWORD, WRITER, PASSWORD, RELAY, PASSWORD));
    writer.setJdbcUrl(url());
    writer.setUsername(WRITER);
    writer.setPassword(PASSWORD);
    writer.setMaximumPoolSize(24);
    writer.setMinimumIdle(0);
  }

  /** A database with nothing but the roles. */
  public static OutboxDatabase empty() {
    return new OutboxDatabase();
  }

  /** A database with the outbox's tables. */
  public static OutboxDatabase migrated() {
    OutboxDatabase database = new OutboxDatabase();
    database.migrate();
    return database;
  }

  public void migrate() {
    new OutboxSchema(
            SchemaMode.MIGRATE, writer, migrator(), Map.of("writer", WRITER, "relay", RELAY))
        .prepare();
  }

  public String url() {
    return SERVER.jdbcUrl(name);
  }

  /** Pooled, as a service has it. */
  public DataSource writer() {
    return writer;
  }

  public DataSource migrator() {
    return SERVER.dataSource(name, MIGRATOR, PASSWORD);
  }

  public DataSource relay() {
    return SERVER.dataSource(name, RELAY, PASSWORD);
  }

  /** An outbox that stages through these connections. */
  public static Outbox outbox(DataSource dataSource) {
    return outbox(dataSource, () -> {});
  }

  /** An outbox that first writes what is held back. */
  public static Outbox outbox(DataSource dataSource, Runnable flush) {
    return new StagingOutbox(
        new CurrentTransaction(dataSource),
        MessageIds.system(),
        new MessagePreparation(
            new MessageChecks(CATALOGUE, 900 * 1024),
            new EnvelopeRenderer("/activity-service", InstantSource.system())),
        new MessageTable(dataSource),
        flush);
  }

  public static String example(String type) {
    return CATALOGUE.find(type).orElseThrow().version(1).orElseThrow().example();
  }

  @Override
  public void close() {
    writer.close();
    SERVER.dropDatabase(name);
  }

  private static String rolesSql() {
    try (InputStream sql = Outbox.class.getResourceAsStream("roles.sql")) {
      return new String(sql.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

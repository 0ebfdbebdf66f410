package dev.waybill.cli.testbed;

import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.outbox.schema.OutboxSchema;
import dev.waybill.outbox.schema.SchemaMode;
import dev.waybill.relay.install.DatabaseCheck;
import dev.waybill.relay.settings.RelayProperties;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A writer's database of one test, with the three roles. */
public final class OutboxDatabase {

  public static final String PASSWORD = "secret";
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final Map<Integer, String> TEMPLATES = new ConcurrentHashMap<>();

  private final LocalPostgres postgres;
  private final String name;

  private OutboxDatabase(LocalPostgres postgres, String name) {
    this.postgres = postgres;
    this.name = name;
  }

  /** An empty database, with roles and nothing else. */
  public static OutboxDatabase empty(LocalPostgres postgres) {
    OutboxDatabase database = new OutboxDatabase(postgres, "cli" + NUMBER.incrementAndGet());
    postgres.createDatabase(database.name);
    database.createRoles();
    return database;
  }

  private void createRoles() {
    postgres.createRoles(
        name,
        text("dev/waybill/outbox/roles.sql"),
        Map.of(
            "waybill_migrator", PASSWORD, "waybill_writer", PASSWORD, "waybill_relay", PASSWORD));
  }

  /** A database with the tables of the outbox and of the relay, copied from one made once. */
  public static OutboxDatabase migrated(LocalPostgres postgres) {
    String template = TEMPLATES.computeIfAbsent(postgres.port(), port -> template(postgres));
    OutboxDatabase database = new OutboxDatabase(postgres, "cli" + NUMBER.incrementAndGet());
    JdbcClient.create(postgres.superuser("postgres"))
        .sql("CREATE DATABASE " + database.name + " TEMPLATE " + template)
        .update();
    database.createRoles();
    return database;
  }

  private static String template(LocalPostgres postgres) {
    OutboxDatabase database = empty(postgres);
    database.migrateOutbox();
    database.migrateRelay();
    return database.name;
  }

  public void migrateOutbox() {
    new OutboxSchema(
            SchemaMode.MIGRATE,
            source("waybill_writer"),
            source("waybill_migrator"),
            Map.of("writer", "waybill_writer", "relay", "waybill_relay"))
        .prepare();
  }

  public void migrateRelay() {
    Flyway.configure()
        .dataSource(source("waybill_migrator"))
        .locations("classpath:dev/waybill/relay/migration")
        .defaultSchema("outbox")
        .table("relay_schema_history")
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .placeholders(Map.of("relay", "waybill_relay", "publication", "waybill_outbox"))
        .load()
        .migrate();
  }

  /** Brings the database into the state in which a relay that streams leaves it. */
  public void installRelay() {
    as("waybill_relay")
        .sql(
            """
            INSERT INTO outbox.relay_installation (relay, slot, system_identifier, caught_up_at)
            VALUES ('main', ?, ?, now())
            """)
        .param(slot())
        .param(new DatabaseCheck(relay(), as("waybill_relay")).systemIdentifier())
        .update();
    as("waybill_relay")
        .sql("SELECT slot_name FROM pg_create_logical_replication_slot(?, 'pgoutput')")
        .param(slot())
        .query(String.class)
        .single();
    as("waybill_relay")
        .sql(
            """
            INSERT INTO outbox.relay_lease (relay, lease_owner, lease_expires_at, fencing_value,
                                            claimed_at, processing_started_at, attempt)
            VALUES ('main', 'host-1', now() + interval '1 h', 1, now(), now(), 0)
            """)
        .update();
    as("waybill_relay").sql("INSERT INTO outbox.relay_heartbeat (relay) VALUES ('main')").update();
  }

  private RelayProperties relay() {
    Map<String, String> settings =
        Map.of(
            "waybill.relay.database.url", url(),
            "waybill.relay.database.username", "waybill_relay",
            "waybill.relay.kafka.bootstrap-servers", "nowhere:9092");
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("waybill.relay", RelayProperties.class);
  }

  /** Slots belong to the whole server, so each database names its own. */
  public String slot() {
    return "waybill_" + name;
  }

  public void dropSlot() {
    as("waybill_relay")
        .sql("SELECT pg_drop_replication_slot(?)")
        .param(slot())
        .query()
        .listOfRows();
  }

  public String url() {
    return postgres.jdbcUrl(name);
  }

  public DataSource source(String role) {
    return postgres.dataSource(name, role, PASSWORD);
  }

  public JdbcClient as(String role) {
    return JdbcClient.create(source(role));
  }

  /** For breaking what no role of ours may break. */
  public JdbcClient asSuperuser() {
    return JdbcClient.create(postgres.superuser(name));
  }

  /** The command line, pointed at this database. */
  public Cli cli() {
    return Cli.ofScript()
        .with("WAYBILL_DATABASE_URL", url())
        .with("WAYBILL_DATABASE_PASSWORD", PASSWORD)
        .with("WAYBILL_RELAY_PASSWORD", PASSWORD);
  }

  private static String text(String resource) {
    try (InputStream in = OutboxDatabase.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

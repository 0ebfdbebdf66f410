package dev.waybill.handler.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.waybill.handler.schema.SchemaMigrations;
import dev.waybill.handler.schema.SchemaMode;
import dev.waybill.testsupport.servers.TestDatabase;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.SqlArrayValue;
import org.springframework.transaction.support.TransactionTemplate;

/** The handler's database: its effects, and the inbox beside them. */
public final class ParcelDatabase implements AutoCloseable {

  public static final String MIGRATOR = "waybill_migrator";
  public static final String HANDLER = "waybill_handler";

  private final TestDatabase database;
  private final DataSource superuser;

  /** Tests ask again and again, and logging in costs more than any question of theirs. */
  private final HikariDataSource pool = new HikariDataSource();

  private final JdbcClient owner = JdbcClient.create(pool);

  private ParcelDatabase(TestDatabase database) {
    this.database = database;
    this.superuser = database.superuser();
    pool.setDataSource(superuser);
    pool.setMinimumIdle(0);
  }

  /** Makes the roles and the table of effects, which has no key on purpose. */
  public static ParcelDatabase in(TestDatabase database) {
    database.createRoles("dev/waybill/handler/roles.sql", List.of(MIGRATOR, HANDLER));
    ParcelDatabase parcels = new ParcelDatabase(database);
    parcels
        .owner()
        .sql(
            """
            CREATE SCHEMA IF NOT EXISTS parcels;
            CREATE TABLE IF NOT EXISTS parcels.effect (
              effect bigint GENERATED ALWAYS AS IDENTITY, message_id uuid NOT NULL,
              parcel text NOT NULL, step bigint NOT NULL);
            CREATE TABLE IF NOT EXISTS parcels.place (place text PRIMARY KEY);
            CREATE TABLE IF NOT EXISTS parcels.visit (
              place text REFERENCES parcels.place DEFERRABLE INITIALLY DEFERRED);
            GRANT USAGE ON SCHEMA parcels TO waybill_handler;
            GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA parcels TO waybill_handler;
            """)
        .update();
    return parcels;
  }

  /** Settings with which the application uses this database. */
  public Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("spring.datasource.url", database.jdbcUrl());
    settings.put("spring.datasource.username", HANDLER);
    settings.put("spring.datasource.password", TestDatabase.PASSWORD);
    settings.put("spring.datasource.hikari.connection-timeout", "2000");
    settings.put("spring.datasource.hikari.maximum-pool-size", "4");
    settings.put("waybill.handler.migrator.username", MIGRATOR);
    settings.put("waybill.handler.migrator.password", TestDatabase.PASSWORD);
    return settings;
  }

  /** Makes the inbox, which an instance does by itself. */
  public ParcelDatabase migrate() {
    new SchemaMigrations(
            SchemaMode.MIGRATE, database.as(MIGRATOR), SchemaMigrations.Place.INBOX, HANDLER)
        .prepare();
    return this;
  }

  /** Forgets all effects, deliveries and positions. */
  public void clear() {
    owner
        .sql(
            """
            DO $$ BEGIN
              TRUNCATE parcels.effect, parcels.visit;
              IF to_regclass('inbox.delivery') IS NOT NULL THEN
                TRUNCATE inbox.delivery, inbox.position, inbox.kept_record, inbox.dead_letter,
                  inbox.replay, inbox.pause, inbox.action, inbox.health;
              END IF;
            END $$
            """)
        .update();
  }

  /** Connections as superuser, to look and to prepare. */
  public JdbcClient owner() {
    return owner;
  }

  public String name() {
    return database.name();
  }

  /** How many arrival numbers were drawn so far. */
  public long arrivalsDrawn() {
    return owner.sql("SELECT last_value FROM inbox.arrival").query(Long.class).single();
  }

  /** How many effects a message had. */
  public long effects(UUID message) {
    return owner
        .sql("SELECT count(*) FROM parcels.effect WHERE message_id = ?")
        .param(message)
        .query(Long.class)
        .single();
  }

  /** How many rows the inbox has for a message. */
  public long deliveries(UUID message) {
    return owner
        .sql("SELECT count(*) FROM inbox.delivery WHERE message_id = ?")
        .param(message)
        .query(Long.class)
        .single();
  }

  /** The state of a message's delivery; empty when the inbox does not know it. */
  public String state(UUID message) {
    return owner
        .sql("SELECT state FROM inbox.delivery WHERE message_id = ?")
        .param(message)
        .query(String.class)
        .optional()
        .orElse("");
  }

  /** The error code of a message's delivery. */
  public String errorCode(UUID message) {
    return owner
        .sql("SELECT error_code FROM inbox.delivery WHERE message_id = ?")
        .param(message)
        .query(String.class)
        .single();
  }

  public String lastError(UUID message) {
    return owner
        .sql("SELECT last_error FROM inbox.delivery WHERE message_id = ?")
        .param(message)
        .query(String.class)
        .single();
  }

  /** Whether each of these messages is completed. */
  public boolean areCompleted(Collection<Parcel> parcels) {
    Object[] ids = parcels.stream().map(Parcel::id).distinct().toArray();
    return owner
        .sql(
            """
            SELECT count(*) = cardinality(:ids::uuid[]) FROM inbox.delivery
            WHERE message_id = ANY (:ids::uuid[]) AND state = 'completed'
            """)
        .param("ids", new SqlArrayValue("uuid", ids))
        .query(Boolean.class)
        .single();
  }

  public long countInState(String state) {
    return owner
        .sql("SELECT count(*) FROM inbox.delivery WHERE state = ?")
        .param(state)
        .query(Long.class)
        .single();
  }

  /** How many deliveries are such. */
  public long countWith(String condition) {
    return owner
        .sql("SELECT count(*) FROM inbox.delivery WHERE " + condition)
        .query(Long.class)
        .single();
  }

  /** The attempts of the delivery that has had the most, the one under way included. */
  public long mostAttempts() {
    return owner.sql("SELECT max(attempt) FROM inbox.delivery").query(Long.class).single();
  }

  /** How many dead letters the inbox knows to be on their topic. */
  public long sentDeadLetters() {
    return owner
        .sql("SELECT count(*) FROM inbox.dead_letter WHERE sent_at IS NOT NULL")
        .query(Long.class)
        .single();
  }

  /** How often the dead letter that is not on its topic was tried to be sent, 0 for none. */
  public long attemptsToSendDeadLetters() {
    return owner
        .sql("SELECT coalesce(max(attempt), 0) FROM inbox.dead_letter WHERE sent_at IS NULL")
        .query(Long.class)
        .single();
  }

  /** Every replay with its outcome. */
  public List<String> replays() {
    return owner
        .sql("SELECT replay_id || ' ' || outcome FROM inbox.replay")
        .query(String.class)
        .list();
  }

  /** How many deliveries somebody holds a lease of. */
  public long leases() {
    return owner
        .sql("SELECT count(*) FROM inbox.delivery WHERE lease_owner IS NOT NULL")
        .query(Long.class)
        .single();
  }

  /** One column of a message's delivery. */
  public <T> T column(UUID message, String column, Class<T> type) {
    return Objects.requireNonNull(
        owner
            .sql("SELECT " + column + " FROM inbox.delivery WHERE message_id = ?")
            .param(message)
            .query(type)
            .single());
  }

  /** Makes everything that is to be tried again due, at the same moment. */
  public void makeDue() {
    owner
        .sql("UPDATE inbox.delivery SET next_attempt_at = now() WHERE state = 'retry_scheduled'")
        .update();
  }

  /**
   * Claims what is to be tried again for an owner that is dead: it never renews.
   *
   * @return when the leases expire, by the clock of the database
   */
  public OffsetDateTime claimForTheDead(Duration lease) {
    owner
        .sql(
            """
            UPDATE inbox.delivery
            SET state = 'processing', attempt = attempt + 1, fencing_value = fencing_value + 1,
                lease_owner = 'dead', claimed_at = now(), processing_started_at = now(),
                next_attempt_at = now(),
                lease_expires_at = now() + make_interval(secs => ?)
            WHERE state = 'retry_scheduled'
            """)
        .param(lease.toMillis() / 1000.0)
        .update();
    return owner
        .sql("SELECT max(lease_expires_at) FROM inbox.delivery WHERE lease_owner = 'dead'")
        .query(OffsetDateTime.class)
        .single();
  }

  /** Lets the claim of a delivery last from now on. */
  public void extendLease(UUID message, Duration lease) {
    owner
        .sql(
            """
            UPDATE inbox.delivery SET lease_expires_at = now() + make_interval(secs => ?)
            WHERE message_id = ? AND state = 'processing'
            """)
        .params(lease.toMillis() / 1000.0, message)
        .update();
  }

  /** The server's clock. */
  public OffsetDateTime now() {
    return owner.sql("SELECT clock_timestamp()").query(OffsetDateTime.class).single();
  }

  /** Transactions of the handler that have been open since then, or longer. */
  public long openSince(OffsetDateTime then) {
    return owner
        .sql(
            "SELECT count(*) FROM pg_stat_activity WHERE usename = ? AND datname = ?"
                + " AND xact_start <= ?")
        .params(HANDLER, database.name(), then)
        .query(Long.class)
        .single();
  }

  /** Connections of the handler that wait for another transaction. */
  public long waitingForLocks() {
    return owner
        .sql(
            "SELECT count(*) FROM pg_stat_activity WHERE usename = ? AND datname = ?"
                + " AND wait_event_type = 'Lock'")
        .params(HANDLER, database.name())
        .query(Long.class)
        .single();
  }

  /** How many deliveries have their bytes in the inbox. */
  public long keptRecords() {
    return owner.sql("SELECT count(*) FROM inbox.kept_record").query(Long.class).single();
  }

  public long deliveries() {
    return owner.sql("SELECT count(*) FROM inbox.delivery").query(Long.class).single();
  }

  /** Whether every message had exactly one effect and one completed row, and nothing else had. */
  public void assertEachOnce(Collection<Parcel> parcels) {
    List<UUID> ids = parcels.stream().map(Parcel::id).distinct().toList();
    assertThat(owner.sql("SELECT message_id FROM parcels.effect").query(UUID.class).list())
        .containsExactlyInAnyOrderElementsOf(ids);
    assertInboxMatchesEffects();
    assertThat(
            owner
                .sql("SELECT message_id FROM inbox.delivery WHERE state = 'completed'")
                .query(UUID.class)
                .list())
        .containsExactlyInAnyOrderElementsOf(ids);
  }

  /** The invariant: completed in the inbox if and only if the effect is there, once. */
  public void assertInboxMatchesEffects() {
    assertThat(
            owner
                .sql(
                    """
                    SELECT coalesce(d.message_id, e.message_id)
                    FROM (SELECT message_id FROM inbox.delivery WHERE state = 'completed') d
                    FULL JOIN (
                      SELECT message_id, count(*) AS effects FROM parcels.effect GROUP BY 1) e
                      ON e.message_id = d.message_id
                    WHERE d.message_id IS NULL OR e.message_id IS NULL OR e.effects <> 1
                    """)
                .query(UUID.class)
                .list())
        .isEmpty();
  }

  /** Steps of a parcel in the order in which their effects were written. */
  public List<Long> steps(String parcel) {
    return owner
        .sql("SELECT step FROM parcels.effect WHERE parcel = ? ORDER BY effect")
        .param(parcel)
        .query(Long.class)
        .list();
  }

  /**
   * Puts a delivery into the inbox that nobody works on: what is due is far away, and all are of
   * one key, which the first has to hold.
   *
   * @param recordedAt as SQL has it; null for none
   * @return the id of its message
   */
  public UUID deliver(String tenant, String state, @Nullable String recordedAt) {
    UUID id = UUID.randomUUID();
    owner
        .sql(
            """
            INSERT INTO inbox.delivery (
              handler, message_id, arrival, topic, partition, record_offset, type, schema_version,
              tenant_id, ordering_key, recorded_at, state, next_attempt_at, error_code, last_error,
              lease_owner, lease_expires_at, completed_at, ended_at)
            VALUES ('parcels', :id, nextval('inbox.arrival'), 't', 0, 0, 'parcel.moved', 1, :tenant,
              'parcel:held', :recorded::timestamptz, :state, now() + interval '1 day', 'Broken',
              'broken', CASE WHEN :state = 'processing' THEN 'nobody' END,
              now() + interval '1 day', CASE WHEN :state = 'completed' THEN now() END, now())
            """)
        .param("id", id)
        .param("tenant", tenant)
        .param("recorded", recordedAt)
        .param("state", state)
        .update();
    return id;
  }

  /** Gives each dead delivery its dead letter, which is sent to no topic. */
  public void buryWhatIsDead() {
    owner
        .sql(
            """
            INSERT INTO inbox.dead_letter (
              handler, message_id, death, type, schema_version, tenant_id, ordering_key, attempts,
              error_code, error_message, first_failed_at, last_failed_at, topic, partition,
              record_offset, next_attempt_at)
            SELECT handler, message_id, 1, type, schema_version, tenant_id, ordering_key, 1,
              error_code, last_error, now(), now(), topic, partition, record_offset,
              now() + interval '1 day'
            FROM inbox.delivery WHERE state = 'dead_letter'
            """)
        .update();
  }

  /** Runs something while a transaction that ran a statement is open. */
  public void locking(String sql, Runnable meanwhile) {
    new TransactionTemplate(new DataSourceTransactionManager(superuser))
        .executeWithoutResult(
            status -> {
              JdbcClient.create(superuser).sql(sql).update();
              meanwhile.run();
            });
  }

  /** Ends every connection of the handler. */
  public void disconnect() {
    owner
        .sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = ?")
        .param(HANDLER)
        .query((row, index) -> true)
        .list();
  }

  /** Ends every connection of the handler, and takes no new one. */
  public void lockOut() {
    owner.sql("REVOKE CONNECT ON DATABASE \"" + database.name() + "\" FROM PUBLIC").update();
    disconnect();
  }

  /** Takes the handler's connections again. */
  public void letIn() {
    owner.sql("GRANT CONNECT ON DATABASE \"" + database.name() + "\" TO PUBLIC").update();
  }

  /** Copies the database as it is now; nobody may be connected to it. */
  public void saveAs(String copy) {
    copy(database.name(), copy);
  }

  /** Puts a saved copy in the place of the database, whoever is connected to it. */
  public void restoreFrom(String copy) {
    copy(copy, database.name());
  }

  private void copy(String from, String to) {
    PGSimpleDataSource server = (PGSimpleDataSource) database.superuser();
    server.setDatabaseName("postgres");
    JdbcClient maintenance = JdbcClient.create(server);
    pool.getHikariPoolMXBean().softEvictConnections();
    maintenance.sql("DROP DATABASE IF EXISTS \"" + to + "\" WITH (FORCE)").update();
    maintenance
        .sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ?")
        .param(from)
        .query((row, index) -> true)
        .list();
    maintenance.sql("CREATE DATABASE \"" + to + "\" TEMPLATE \"" + from + "\"").update();
  }

  /** Ends the connections of {@link #owner}. */
  @Override
  public void close() {
    pool.close();
  }
}

package dev.waybill.outbox.schema;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.ValidateResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Prepares or checks schema {@code outbox} when the application starts. Its Flyway is no bean, so
 * that Spring Boot still configures the application's own, and keeps its own history table.
 */
public final class OutboxSchema {

  /** How many days of partitions a migrating start makes ahead. */
  static final int DAYS_AHEAD = 14;

  /** With fewer days ahead than this, whoever should make them is late. */
  static final int WARN_BELOW_DAYS = 2;

  private static final Logger LOG = LoggerFactory.getLogger(OutboxSchema.class);
  private static final String SCHEMA = "outbox";
  private static final String PARTITIONS =
      """
      SELECT child.relname
      FROM pg_inherits
      JOIN pg_class AS child ON child.oid = pg_inherits.inhrelid
      JOIN pg_class AS parent ON parent.oid = pg_inherits.inhparent
      JOIN pg_namespace ON pg_namespace.oid = parent.relnamespace
      WHERE pg_namespace.nspname = 'outbox' AND parent.relname = 'message'
      """;
  private static final String TODAY = "SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date::text";
  private static final String COLUMNS =
      """
      SELECT attname || ' ' || format_type(atttypid, atttypmod)
      FROM pg_attribute
      WHERE attrelid = 'outbox.message'::regclass AND attnum > 0 AND NOT attisdropped
      """;
  private static final List<String> EXPECTED =
      List.of(
          "seq bigint",
          "message_id uuid",
          "kind text",
          "event_record text",
          "type text",
          "schema_version integer",
          "tenant_id text",
          "visibility text",
          "aggregate_type text",
          "aggregate_id text",
          "aggregate_version bigint",
          "ordering_key text",
          "occurred_at timestamp with time zone",
          "staged_at timestamp with time zone",
          "correlation_id text",
          "causation_id text",
          "traceparent text",
          "payload json",
          "envelope text");
  private static final String PUBLISHED =
      """
      SELECT count(*) FROM pg_publication_tables
      WHERE pubname = 'waybill_outbox' AND schemaname = 'outbox' AND tablename = 'message'
      """;
  private static final String MAKE_PARTITIONS = "SELECT outbox.ensure_message_partitions(?)";

  private final SchemaMode mode;
  private final DataSource writer;
  private final DataSource migrator;
  private final Map<String, String> roles;

  /**
   * @param writer the application's own connections
   * @param migrator connections of the role that owns the tables
   * @param roles the roles that are granted access: {@code writer} and {@code relay}
   */
  public OutboxSchema(
      SchemaMode mode, DataSource writer, DataSource migrator, Map<String, String> roles) {
    this.mode = mode;
    this.writer = writer;
    this.migrator = migrator;
    this.roles = Map.copyOf(roles);
  }

  /**
   * Does what the mode says, then looks whether today's partition exists, the columns have their
   * types and the table is published. What is staged while it is not published is not lost: the
   * relay finds it in the table.
   *
   * @throws OutboxSchemaException with the remedy, when staging could not work
   */
  public void prepare() {
    try {
      switch (mode) {
        case MIGRATE -> migrate();
        case VALIDATE -> validate();
        case NONE -> {}
      }
      checkPartitions();
      checkColumns();
      checkPublication();
    } catch (FlywayException | DataAccessException | TransactionException e) {
      throw SchemaFailures.explain(mode.action(), e);
    }
  }

  private void migrate() {
    flyway().migrate();
    JdbcTemplate jdbc = new JdbcTemplate(migrator);
    // In a transaction, since the connections of a pool may not commit by themselves.
    new TransactionTemplate(new JdbcTransactionManager(migrator))
        .executeWithoutResult(
            status -> jdbc.queryForObject(MAKE_PARTITIONS, Integer.class, DAYS_AHEAD));
  }

  private void validate() {
    ValidateResult result = flyway().validateWithResult();
    if (!result.validationSuccessful) {
      String found =
          result.invalidMigrations.stream()
              .map(migration -> migration.filepath + ": " + migration.errorDetails.errorMessage)
              .collect(Collectors.joining("; "));
      throw new OutboxSchemaException(
          "the outbox's tables are not up to date: " + (found.isEmpty() ? "never made" : found),
          "Start once with waybill.outbox.schema=migrate and waybill.outbox.migrator set to the"
              + " owner, or run the migrations in your deployment.",
          null);
    }
  }

  private void checkPartitions() {
    JdbcTemplate jdbc = new JdbcTemplate(writer);
    LocalDate today = LocalDate.parse(String.valueOf(jdbc.queryForObject(TODAY, String.class)));
    PartitionDays days =
        new PartitionDays(today, Set.copyOf(jdbc.queryForList(PARTITIONS, String.class)));
    if (days.partitions().isEmpty()) {
      throw new OutboxSchemaException(
          "outbox.message does not exist or has no partitions",
          "Start once with waybill.outbox.schema=migrate, or run the migrations.",
          null);
    }
    if (!days.hasToday()) {
      throw new OutboxSchemaException(
          "outbox.message has no partition for today, " + today + " UTC",
          "Run SELECT outbox.ensure_message_partitions(14) as the migrator or the relay, and see"
              + " why the relay, which keeps them ahead, did not.",
          null);
    }
    if (days.ahead() < WARN_BELOW_DAYS) {
      LOG.warn(
          "outbox.message has partitions for only {} days after today, {} UTC: staging stops after"
              + " the last. The relay should keep {} ahead; see why it does not, or run SELECT"
              + " outbox.ensure_message_partitions({}) as the migrator.",
          days.ahead(),
          today,
          DAYS_AHEAD,
          DAYS_AHEAD);
    }
  }

  /** Flyway knows which migrations ran, not what somebody changed afterwards. */
  private void checkColumns() {
    Set<String> found = Set.copyOf(new JdbcTemplate(writer).queryForList(COLUMNS, String.class));
    String wrong =
        EXPECTED.stream()
            .filter(column -> !found.contains(column))
            .map(column -> difference(column, found))
            .collect(Collectors.joining("; "));
    if (!wrong.isEmpty()) {
      throw new OutboxSchemaException(
          "outbox.message is not as its migrations made it: " + wrong,
          "Give it its columns and types back as the migrator, by ALTER TABLE outbox.message; a"
              + " published column changes its type only while the table is out of the publication.",
          null);
    }
  }

  private static String difference(String expected, Set<String> found) {
    String column = expected.substring(0, expected.indexOf(' ') + 1);
    String needed = expected.substring(column.length());
    return found.stream()
        .filter(other -> other.startsWith(column))
        .findFirst()
        .map(
            other ->
                column + "is " + other.substring(column.length()) + ", " + needed + " is needed")
        .orElse(column + needed + " is missing");
  }

  private void checkPublication() {
    Integer published = new JdbcTemplate(writer).queryForObject(PUBLISHED, Integer.class);
    if (published == null || published == 0) {
      LOG.warn(
          "outbox.message is not in publication waybill_outbox: messages are staged and arrive"
              + " late, when the relay finds them in the table. Run ALTER PUBLICATION"
              + " waybill_outbox ADD TABLE outbox.message (seq, message_id, envelope, payload) as"
              + " the migrator.");
    }
  }

  private Flyway flyway() {
    return Flyway.configure(getClass().getClassLoader())
        .dataSource(migrator)
        .schemas(SCHEMA)
        .table("starter_schema_history")
        .locations("classpath:dev/waybill/outbox/migration")
        .failOnMissingLocations(true)
        // The relay's tables may be there already, with a history of their own.
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .placeholders(roles)
        .load();
  }
}

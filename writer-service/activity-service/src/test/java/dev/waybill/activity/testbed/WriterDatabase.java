package dev.waybill.activity.testbed;

import dev.waybill.testsupport.servers.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** The service's database, looked at as its owner. */
public final class WriterDatabase {

  public static final String MIGRATOR = "waybill_migrator";
  public static final String WRITER = "waybill_writer";

  private final TestDatabase database;

  private WriterDatabase(TestDatabase database) {
    this.database = database;
  }

  /** Makes the roles, and nothing else. */
  public static WriterDatabase in(TestDatabase database) {
    database.createRoles(
        "dev/waybill/outbox/roles.sql", List.of(MIGRATOR, WRITER, "waybill_relay"));
    return new WriterDatabase(database);
  }

  /** Settings with which the service uses this database. */
  public List<String> settings() {
    return List.of(
        "--spring.datasource.url=" + database.jdbcUrl(),
        "--spring.datasource.username=" + WRITER,
        "--spring.datasource.password=" + TestDatabase.PASSWORD,
        "--waybill.outbox.migrator.url=" + database.jdbcUrl(),
        "--waybill.outbox.migrator.username=" + MIGRATOR,
        "--waybill.outbox.migrator.password=" + TestDatabase.PASSWORD);
  }

  public JdbcTemplate asMigrator() {
    return new JdbcTemplate(database.as(MIGRATOR));
  }

  public JdbcTemplate asWriter() {
    return new JdbcTemplate(database.as(WRITER));
  }

  /** How many activities, audit entries and messages there are. */
  public Counts counts() {
    return Objects.requireNonNull(
        asMigrator()
            .queryForObject(
                """
                SELECT (SELECT count(*) FROM activity.activity),
                       (SELECT count(*) FROM activity.audit_entry),
                       (SELECT count(*) FROM outbox.message)
                """,
                (row, number) -> new Counts(row.getLong(1), row.getLong(2), row.getLong(3))));
  }

  /** The messages of one activity, oldest first. */
  public List<Map<String, @Nullable Object>> messages(String activityId) {
    return asMigrator()
        .queryForList(
            "SELECT *, payload::text AS payload_text FROM outbox.message WHERE aggregate_id = ?"
                + " ORDER BY seq",
            activityId);
  }

  /** Rows in the three tables. */
  public record Counts(long activities, long auditEntries, long messages) {

    public Counts plus(long newActivities, long newAuditEntries, long newMessages) {
      return new Counts(
          activities + newActivities, auditEntries + newAuditEntries, messages + newMessages);
    }
  }
}

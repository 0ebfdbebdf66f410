package dev.waybill.activity.schema;

import dev.waybill.access.startup.StartRefusedException;
import dev.waybill.outbox.schema.SchemaMode;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.ValidateResult;
import org.jspecify.annotations.Nullable;

/**
 * Prepares or checks schema {@code activity} when the service starts, in the way and as the role
 * that the outbox's settings name. Keeps its own history table.
 */
public final class ActivitySchema {

  private static final String SCHEMA = "activity";

  private final SchemaMode mode;
  private final DataSource owner;
  private final String writer;

  /**
   * @param owner connections of the role that owns the tables
   * @param writer the role of the service, which is granted access
   */
  ActivitySchema(SchemaMode mode, DataSource owner, String writer) {
    this.mode = mode;
    this.owner = owner;
    this.writer = writer;
  }

  /**
   * Does what the mode says.
   *
   * @throws StartRefusedException with the remedy, when the service could not work
   */
  void prepare() {
    try {
      switch (mode) {
        case MIGRATE -> flyway().migrate();
        case VALIDATE -> validate();
        case NONE -> {}
      }
    } catch (FlywayException e) {
      throw refused("cannot be brought up to date or checked: " + reason(e), e);
    }
  }

  private void validate() {
    ValidateResult result = flyway().validateWithResult();
    if (!result.validationSuccessful) {
      String found =
          result.invalidMigrations.stream()
              .map(migration -> migration.filepath + ": " + migration.errorDetails.errorMessage)
              .collect(Collectors.joining("; "));
      throw refused("are not up to date: " + (found.isEmpty() ? "never made" : found), null);
    }
  }

  private static StartRefusedException refused(String problem, @Nullable Throwable cause) {
    return new StartRefusedException(
        "The tables in schema activity " + problem + ".",
        "Start once with waybill.outbox.schema=migrate and waybill.outbox.migrator set to the role"
            + " that owns them, usually waybill_migrator; dev/waybill/outbox/roles.sql, run once by"
            + " an administrator, makes the roles.",
        cause);
  }

  private static String reason(Throwable failure) {
    String said = String.valueOf(failure.getMessage());
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        said = String.valueOf(sql.getMessage());
      }
    }
    return said.lines().findFirst().orElse("").replaceAll("\\.$", "");
  }

  private Flyway flyway() {
    return Flyway.configure(getClass().getClassLoader())
        .dataSource(owner)
        .schemas(SCHEMA)
        .table("schema_history")
        .locations("classpath:dev/waybill/activity/migration")
        .failOnMissingLocations(true)
        .placeholders(Map.of("writer", writer))
        .load();
  }
}

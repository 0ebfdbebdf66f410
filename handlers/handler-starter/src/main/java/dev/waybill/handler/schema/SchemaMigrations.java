package dev.waybill.handler.schema;

import dev.waybill.handler.startup.StartRefusedException;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.ValidateResult;

/**
 * Prepares or checks one schema of a handler's database when the application starts, in the way and
 * as the role that {@code waybill.handler} names. Its Flyway is no bean, so that Spring Boot still
 * configures the application's own.
 */
public final class SchemaMigrations {

  private final SchemaMode mode;
  private final DataSource owner;
  private final Place place;
  private final String handlerRole;

  /**
   * @param owner connections of the role that owns the tables
   * @param handlerRole the role of the service, which the migrations know as {@code ${handler}}
   */
  public SchemaMigrations(SchemaMode mode, DataSource owner, Place place, String handlerRole) {
    this.mode = mode;
    this.owner = owner;
    this.place = place;
    this.handlerRole = handlerRole;
  }

  /**
   * Which schema. A service whose handler writes to a schema of its own declares a bean of this
   * type; the schema is then prepared after the inbox, by the same settings.
   *
   * @param schema its name
   * @param history its table of what was run
   * @param location its migrations, on the class path
   */
  public record Place(String schema, String history, String location) {

    /** The inbox. */
    public static final Place INBOX =
        new Place("inbox", "starter_schema_history", "dev/waybill/handler/migration");
  }

  /**
   * Does what the mode says.
   *
   * @throws StartRefusedException with the remedy, when handling could not work
   */
  public void prepare() {
    try {
      switch (mode) {
        case MIGRATE -> flyway().migrate();
        case VALIDATE -> validate();
        case NONE -> {}
      }
    } catch (FlywayException e) {
      throw SchemaFailures.explain(mode.action(), e);
    }
  }

  private void validate() {
    ValidateResult result = flyway().validateWithResult();
    if (!result.validationSuccessful) {
      String found =
          result.invalidMigrations.stream()
              .map(migration -> migration.filepath + ": " + migration.errorDetails.errorMessage)
              .collect(Collectors.joining("; "));
      throw new StartRefusedException(
          "The tables in schema "
              + place.schema()
              + " are not up to date: "
              + (found.isEmpty() ? "never made" : found),
          "Start once with waybill.handler.schema=migrate and waybill.handler.migrator set to the"
              + " owner, or run the migrations in your deployment.");
    }
  }

  private Flyway flyway() {
    return Flyway.configure(getClass().getClassLoader())
        .dataSource(owner)
        .schemas(place.schema())
        .table(place.history())
        .locations("classpath:" + place.location())
        .failOnMissingLocations(true)
        .placeholders(Map.of("handler", handlerRole))
        .load();
  }
}

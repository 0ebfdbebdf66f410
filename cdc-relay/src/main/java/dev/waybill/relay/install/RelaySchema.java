package dev.waybill.relay.install;

import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.settings.RelayProperties.SchemaMode;
import dev.waybill.relay.status.NotReadyException;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The relay's own tables, beside the outbox starter's in schema {@code outbox}, with a history
 * table of their own. Migrated as the migrator, which owns everything. Not thread-safe.
 */
public final class RelaySchema {

  private static final String LOCATION = "classpath:dev/waybill/relay/migration";
  private static final String HISTORY = "relay_schema_history";

  private final RelayProperties relay;
  private final JdbcClient jdbc;
  private boolean ensured;

  public RelaySchema(RelayProperties relay, JdbcClient jdbc) {
    this.relay = relay;
    this.jdbc = jdbc;
  }

  /**
   * Returns when both sets of tables are there as this version needs them.
   *
   * @throws NotReadyException when they are not, with the remedy
   */
  public void ensure() {
    if (ensured && exists("outbox.dispatch_batch")) {
      return;
    }
    if (!exists("outbox.message")) {
      throw new NotReadyException(
          "the database has no table outbox.message that "
              + relay.database().username()
              + " may see",
          "start a writer with waybill.outbox.schema=migrate first; waiting for it");
    }
    if (relay.schema() == SchemaMode.NONE) {
      return;
    }
    try {
      if (relay.schema() == SchemaMode.MIGRATE) {
        flyway(relay.migrator().username(), relay.migrator().password()).migrate();
      } else {
        validate();
      }
      ensured = true;
    } catch (FlywayException e) {
      throw new NotReadyException(
          "the relay's tables are not as this version needs them: " + firstLine(e),
          "run it once with waybill.relay.schema=migrate and the migrator's credentials",
          e);
    }
  }

  private void validate() {
    if (!exists("outbox." + HISTORY)) {
      throw new NotReadyException(
          "the relay's tables are not there yet",
          "run it once with waybill.relay.schema=migrate and the migrator's credentials");
    }
    flyway(relay.database().username(), relay.database().password()).validate();
  }

  private Flyway flyway(String username, String password) {
    FluentConfiguration configuration =
        Flyway.configure(RelaySchema.class.getClassLoader())
            .dataSource(relay.database().url(), username, password)
            .locations(LOCATION)
            .defaultSchema("outbox")
            .table(HISTORY)
            .createSchemas(false)
            // The schema holds the starter's tables already, and must not count as ours.
            .baselineOnMigrate(true)
            .baselineVersion("0")
            .connectRetries(0)
            .placeholders(
                Map.of("relay", relay.database().username(), "publication", relay.publication()));
    return configuration.load();
  }

  private boolean exists(String table) {
    return jdbc.sql("SELECT to_regclass(:name) IS NOT NULL")
        .param("name", table)
        .query(Boolean.class)
        .single();
  }

  private static String firstLine(FlywayException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}

package dev.waybill.handler.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.handler.schema.SchemaMigrations;
import dev.waybill.handler.schema.SchemaMode;
import dev.waybill.testsupport.servers.Servers;
import dev.waybill.testsupport.servers.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the migrations leave behind in an inbox that nobody has used yet. */
class NewInboxIT {

  @RegisterExtension static final Servers servers = new Servers();

  /**
   * Analysed while it is empty it would count as empty, and the plans of its first hour would read
   * all of it for each message.
   */
  @Test
  void isNotAnalysedBeforeItHoldsARow() {
    TestDatabase database = servers.database();
    database.createRoles(
        "dev/waybill/handler/roles.sql", List.of("waybill_migrator", "waybill_handler"));

    new SchemaMigrations(
            SchemaMode.MIGRATE,
            database.as("waybill_migrator"),
            SchemaMigrations.Place.INBOX,
            "waybill_handler")
        .prepare();

    assertThat(
            JdbcClient.create(database.superuser())
                .sql(
                    """
                    SELECT relname FROM pg_class
                    WHERE relnamespace = 'inbox'::regnamespace AND relkind = 'r'
                      AND relname <> 'starter_schema_history' AND reltuples >= 0
                    """)
                .query(String.class)
                .list())
        .isEmpty();
  }
}

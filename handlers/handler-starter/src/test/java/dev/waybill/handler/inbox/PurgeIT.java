package dev.waybill.handler.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.schema.SchemaMigrations;
import dev.waybill.handler.schema.SchemaMode;
import dev.waybill.testsupport.servers.Servers;
import dev.waybill.testsupport.servers.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The inbox forgets what is finished and old, a little at a time, and nothing else. */
class PurgeIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final String HANDLER_ROLE = "waybill_handler";
  private static final String MIGRATOR_ROLE = "waybill_migrator";
  private static final HandlerId PARCELS = new HandlerId("parcels");

  @BeforeAll
  static void migrate() {
    TestDatabase database = servers.database();
    database.createRoles("dev/waybill/handler/roles.sql", List.of(MIGRATOR_ROLE, HANDLER_ROLE));
    new SchemaMigrations(
            SchemaMode.MIGRATE,
            database.as(MIGRATOR_ROLE),
            SchemaMigrations.Place.INBOX,
            HANDLER_ROLE)
        .prepare();
  }

  @Test
  void forgetsWhatIsFinishedAndOldALittleAtATime() {
    JdbcClient owner = JdbcClient.create(servers.database().superuser());
    insert(owner, "completed", 25, "2 days");
    insert(owner, "completed", 5, "1 hour");
    insert(owner, "ignored", 2, "2 days");
    insert(owner, "dead_letter", 3, "2 days");
    insert(owner, "retry_scheduled", 4, "2 days");
    DeliveryTable deliveries = new DeliveryTable(servers.database().as(HANDLER_ROLE));

    assertThat(deliveries.purge(PARCELS, Duration.ofDays(1), 20)).isEqualTo(20);
    assertThat(deliveries.purge(PARCELS, Duration.ofDays(1), 20)).isEqualTo(7);
    assertThat(deliveries.purge(PARCELS, Duration.ofDays(1), 20)).isZero();

    assertThat(
            owner
                .sql("SELECT state || ' ' || count(*) FROM inbox.delivery GROUP BY state")
                .query(String.class)
                .list())
        .containsExactlyInAnyOrder("completed 5", "dead_letter 3", "retry_scheduled 4");
  }

  private static void insert(JdbcClient owner, String state, int count, String age) {
    owner
        .sql(
            """
            INSERT INTO inbox.delivery (
              handler, message_id, arrival, topic, partition, record_offset, type, schema_version,
              tenant_id, ordering_key, state, error_code, last_error, completed_at, ended_at)
            SELECT 'parcels', gen_random_uuid(), nextval('inbox.arrival'), 't', 0, 0,
              'parcel.moved', 1, 'acme', 'parcel:1', :state, 'Broken', 'broken',
              CASE WHEN :state = 'completed' THEN clock_timestamp() - :age::interval END,
              CASE WHEN :state IN ('ignored', 'dead_letter')
                THEN clock_timestamp() - :age::interval END
            FROM generate_series(1, :count)
            """)
        .param("state", state)
        .param("age", age)
        .param("count", count)
        .update();
  }
}

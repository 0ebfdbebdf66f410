package dev.waybill.handler.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.handler.schema.SchemaMigrations;
import dev.waybill.handler.schema.SchemaMode;
import dev.waybill.handler.state.DeliveryState;
import dev.waybill.testsupport.servers.Servers;
import dev.waybill.testsupport.servers.TestDatabase;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The database refuses the jumps that the states' own table does not have. */
class DeliveryTransitionsIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final String HANDLER_ROLE = "waybill_handler";
  private static final String MIGRATOR_ROLE = "waybill_migrator";

  private final JdbcClient jdbc = JdbcClient.create(servers.database().as(HANDLER_ROLE));

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

  static Stream<Class<? extends DeliveryState>> states() {
    return Stream.of(DeliveryState.class.getPermittedSubclasses())
        .map(type -> type.asSubclass(DeliveryState.class));
  }

  @ParameterizedTest
  @MethodSource("states")
  void takesTheSameTransitionsAsTheStates(Class<? extends DeliveryState> from) {
    states()
        .filter(to -> to != from)
        .forEach(
            to -> {
              UUID id = delivery(name(from));
              boolean declared =
                  DeliveryState.TRANSITIONS.getOrDefault(from, Set.of()).contains(to);
              if (declared) {
                move(id, name(to));
                assertThat(state(id)).isEqualTo(name(to));
              } else {
                assertThatThrownBy(() -> move(id, name(to)))
                    .isInstanceOf(DataAccessException.class)
                    .hasMessageContaining("does not become");
                assertThat(state(id)).isEqualTo(name(from));
              }
            });
  }

  @ParameterizedTest
  @MethodSource("states")
  void keepsNoBytesOfWhatHasEnded(Class<? extends DeliveryState> to) {
    if (!DeliveryState.TRANSITIONS
        .getOrDefault(DeliveryState.Processing.class, Set.of())
        .contains(to)) {
      return;
    }
    UUID id = delivery("processing");
    jdbc.sql(
            "INSERT INTO inbox.kept_record (handler, message_id, record_value, headers)"
                + " VALUES ('parcels', ?, 'secret', '[]')")
        .param(id)
        .update();

    move(id, name(to));

    boolean over = Set.of("completed", "skipped_unsupported_version", "ignored").contains(name(to));
    assertThat(
            jdbc.sql("SELECT count(*) FROM inbox.kept_record WHERE message_id = ?")
                .param(id)
                .query(Long.class)
                .single())
        .isEqualTo(over ? 0 : 1);
  }

  @Test
  void letsTheServiceRemoveNoDeliveryAndAlterNoRecordOfWhatPeopleDid() {
    delivery("completed");

    for (String statement :
        List.of(
            "DELETE FROM inbox.delivery",
            "DELETE FROM inbox.dead_letter",
            "UPDATE inbox.action SET actor = 'nobody'",
            "DELETE FROM inbox.action")) {
      assertThatThrownBy(() -> jdbc.sql(statement).update())
          .as(statement)
          .rootCause()
          .hasMessageContaining("permission denied");
    }
  }

  private UUID delivery(String state) {
    UUID id = UUID.randomUUID();
    jdbc.sql(
            """
            INSERT INTO inbox.delivery (
              handler, message_id, arrival, topic, partition, record_offset, type, schema_version,
              tenant_id, ordering_key, state, error_code, last_error, lease_owner, completed_at)
            VALUES ('parcels', ?, nextval('inbox.arrival'), 't', 0, 0, 'parcel.moved', 1, 'acme',
              'parcel:1', ?, 'Broken', 'broken',
              CASE WHEN ? = 'processing' THEN 'one' END,
              CASE WHEN ? = 'completed' THEN clock_timestamp() END)
            """)
        .params(id, state, state, state)
        .update();
    return id;
  }

  private void move(UUID id, String state) {
    jdbc.sql(
            """
            UPDATE inbox.delivery
            SET state = ?, lease_owner = CASE WHEN ? = 'processing' THEN 'one' END
            WHERE message_id = ?
            """)
        .params(state, state, id)
        .update();
  }

  private String state(UUID id) {
    return jdbc.sql("SELECT state FROM inbox.delivery WHERE message_id = ?")
        .param(id)
        .query(String.class)
        .single();
  }

  /** RetryScheduled is retry_scheduled. */
  private static String name(Class<?> state) {
    return state.getSimpleName().replaceAll("(?<=.)([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}

package dev.waybill.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What each role may do, and what the tables and the publication leave alone. */
class RolesIT {

  private static final OutboxDatabase DATABASE = OutboxDatabase.migrated();

  private final JdbcTemplate migrator = new JdbcTemplate(DATABASE.migrator());
  private final JdbcTemplate writer = new JdbcTemplate(DATABASE.writer());
  private final JdbcTemplate relay = new JdbcTemplate(DATABASE.relay());

  @AfterAll
  static void stop() {
    DATABASE.close();
  }

  @Test
  void makesNobodyASuperuser() {
    assertThat(
            migrator.queryForList(
                "SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication"
                    + " FROM pg_roles WHERE rolname LIKE 'waybill%' ORDER BY 1"))
        .extracting(Map::toString)
        .containsExactly(
            flags("waybill_migrator", false),
            flags("waybill_relay", true),
            flags("waybill_writer", false));
  }

  private static String flags(String role, boolean replication) {
    return "{rolname="
        + role
        + ", rolsuper=false, rolcreaterole=false, rolcreatedb=false, rolbypassrls=false,"
        + " rolreplication="
        + replication
        + "}";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT seq FROM outbox.message",
        "UPDATE outbox.message SET payload = '{}'",
        "DELETE FROM outbox.message",
        "TRUNCATE outbox.message",
        "SELECT setval('outbox.message_seq', 1)",
        "SELECT last_value FROM outbox.message_seq",
        "SELECT outbox.ensure_message_partitions(1)",
        "INSERT INTO outbox.subscription_revision VALUES (1, now(), 'x', 'x', '{}')",
        "DELETE FROM outbox.starter_schema_history",
        "UPDATE outbox.operation SET request_digest = 'x'",
        "DELETE FROM outbox.operation",
        "CREATE TABLE outbox.mine (x int)",
        "ALTER PUBLICATION waybill_outbox SET (publish = 'insert, update')",
        "DROP PUBLICATION waybill_outbox"
      })
  void keepsTheWriterFromAllButStaging(String sql) {
    assertThatThrownBy(() -> writer.execute(sql))
        .isInstanceOf(BadSqlGrammarException.class)
        .hasStackTraceContaining(
            sql.contains("PUBLICATION") ? "must be owner" : "permission denied");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE outbox.message SET payload = '{}'",
        "DELETE FROM outbox.message",
        "TRUNCATE outbox.message",
        "SELECT nextval('outbox.message_seq')",
        "SELECT outbox.stage_messages('{}', '{}', '{}', '{}')",
        "SELECT outbox.stage_message('{}', '{}', null, 'k', 'r', 'a.b', 1, 't', 'public', 'a', '1', 1, 'k', null, null, null, null)",
        "SELECT outbox.stage_operation('t', 'k', null, '{}', '{}', '{}', '{}')",
        "SELECT outbox.forget_operations('7 days', 1)",
        "SELECT outbox.is_staged(gen_random_uuid())",
        "SELECT outbox.stage('s', 'k', 'r', 'a.b', 1, 't', 'a', '1', 1, '{}')",
        "SELECT request_digest FROM outbox.operation",
        "INSERT INTO outbox.subscription_revision VALUES (1, now(), 'x', 'x', '{}')"
      })
  void keepsTheRelayFromAllButReading(String sql) {
    assertThatThrownBy(() -> relay.execute(sql))
        .isInstanceOf(BadSqlGrammarException.class)
        .hasStackTraceContaining("permission denied");
  }

  @Test
  void letsEveryRoleReadTheAppliedSubscriptions() {
    for (JdbcTemplate role : List.of(writer, relay, migrator)) {
      assertThat(role.queryForList("SELECT document FROM outbox.subscription_revision")).isEmpty();
    }
  }

  @Test
  void publishesOnlyInsertsOfFourColumnsOfOneTable() {
    assertThat(
            migrator.queryForList(
                "SELECT schemaname || '.' || tablename AS published, attnames::text AS columns"
                    + " FROM pg_publication_tables WHERE pubname = 'waybill_outbox'"))
        .extracting(Map::toString)
        .containsExactly("{published=outbox.message, columns={seq,message_id,payload,envelope}}");
    assertThat(
            migrator.queryForMap(
                "SELECT puballtables, pubinsert, pubupdate, pubdelete, pubtruncate, pubviaroot"
                    + " FROM pg_publication WHERE pubname = 'waybill_outbox'"))
        .hasToString(
            "{puballtables=false, pubinsert=true, pubupdate=false, pubdelete=false,"
                + " pubtruncate=false, pubviaroot=true}");
  }

  /** A publication of deletes would demand a replica identity of every table. */
  @Test
  void leavesTablesWithoutPrimaryKeyAlone() {
    migrator.execute("CREATE SCHEMA shop");
    migrator.execute("CREATE TABLE shop.keyless (id int)");
    migrator.execute("GRANT USAGE ON SCHEMA shop TO waybill_writer");
    migrator.execute("GRANT ALL ON shop.keyless TO waybill_writer");

    assertThat(writer.update("INSERT INTO shop.keyless VALUES (1), (2)")).isEqualTo(2);
    assertThat(writer.update("UPDATE shop.keyless SET id = 3 WHERE id = 1")).isEqualTo(1);
    assertThat(writer.update("DELETE FROM shop.keyless")).isEqualTo(2);
  }

  @Test
  void makesDaysAheadWithoutWaitingForStagers() {
    new TransactionTemplate(new JdbcTransactionManager(DATABASE.writer()))
        .executeWithoutResult(
            status -> {
              OutboxDatabase.outbox(DATABASE.writer())
                  .stage(
                      DurableMessage.integrationEvent("activity.created", 1)
                          .tenant("acme")
                          .aggregate("activity", "1", 1)
                          .payloadJson(OutboxDatabase.example("activity.created"))
                          .build());

              assertThat(partitionsMade(20)).isEqualTo(6);
              assertThat(partitionsMade(20)).isZero();
            });
    assertThat(
            migrator.queryForList(
                "SELECT to_regclass('outbox.message_p' || to_char((now() AT TIME ZONE 'UTC')::date"
                    + " + d, 'YYYYMMDD'))::text FROM generate_series(-1, 20) AS d",
                String.class))
        .doesNotContainNull();
  }

  @Test
  void refusesAnUnreasonableNumberOfDays() {
    assertThatThrownBy(() -> partitionsMade(-1)).hasStackTraceContaining("not between 0 and");
    assertThatThrownBy(() -> partitionsMade(367)).hasStackTraceContaining("not between 0 and");
    assertThatThrownBy(() -> partitionsMade(null)).hasStackTraceContaining("not between 0 and");
  }

  private @Nullable Integer partitionsMade(@Nullable Integer days) {
    return relay.queryForObject(
        "SELECT outbox.ensure_message_partitions(?::integer)", Integer.class, days);
  }
}

package dev.waybill.e2e.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.e2e.project.ProjectTree;
import dev.waybill.handler.schema.SchemaMigrations;
import dev.waybill.handler.schema.SchemaMode;
import dev.waybill.local.postgres.LocalPostgres;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The SQL of the pages on handlers, as the roles that they name, on the inbox as it is. */
class HandlerRunbooksIT {

  private static final ProjectTree TREE = ProjectTree.current();
  private static final Path ROLES =
      Path.of("handlers/handler-starter/src/main/resources/dev/waybill/handler/roles.sql");
  private static final String DATABASE = "handler_runbooks";
  private static final String PASSWORD = "secret";
  private static final String NOBODYS_MESSAGE = "01890000-0000-7000-8000-000000000000";

  private static final LocalPostgres POSTGRES = LocalPostgres.builder().durable(false).start();

  private final JdbcClient owner = JdbcClient.create(POSTGRES.superuser(DATABASE));

  @BeforeAll
  static void migrate() {
    POSTGRES.createDatabase(DATABASE);
    POSTGRES.createRoles(
        DATABASE,
        TREE.read(ROLES.toString()),
        Map.of("waybill_migrator", PASSWORD, "waybill_handler", PASSWORD));
    new SchemaMigrations(
            SchemaMode.MIGRATE,
            POSTGRES.dataSource(DATABASE, "waybill_migrator", PASSWORD),
            SchemaMigrations.Place.INBOX,
            "waybill_handler")
        .prepare();
  }

  @AfterAll
  static void stop() {
    POSTGRES.close();
  }

  @BeforeEach
  void forget() {
    owner
        .sql(
            "TRUNCATE inbox.delivery, inbox.kept_record, inbox.dead_letter, inbox.pause,"
                + " inbox.replay, inbox.action")
        .update();
  }

  @Test
  void everyStatementRunsAsItsRole() {
    for (String name :
        List.of(
            "handler-stuck",
            "handler-stalled",
            "dead-letters-growing",
            "handler-paused-by-outage")) {
      RunbookPage page = page(name);
      assertThat(page.blocks()).as(name).isNotEmpty();
      run(page.blocks(), NOBODYS_MESSAGE);
    }
  }

  @Test
  void showsWhoWaitsForWhomAndTriesItNow() {
    String failing = deliver("retry_scheduled", "activity:1");
    deliver("waiting", "activity:1");
    RunbookPage page = page("handler-stalled");

    assertThat(rows(page.in("Diagnosis"), failing))
        .anySatisfy(
            row ->
                assertThat(row).containsEntry("waiting", 1L).containsEntry("behind", id(failing)));

    run(page.in("Mitigation"), failing);

    assertThat(one("SELECT count(*) FROM inbox.delivery WHERE next_attempt_at <= now()"))
        .isEqualTo(2);
    assertThat(actions()).containsExactly("retry");
  }

  @Test
  void letsAPausedHandlerGoOn() {
    run(page("handler-paused-by-outage").in("Mitigation"), NOBODYS_MESSAGE);
    assertThat(one("SELECT count(*) FROM inbox.pause")).isEqualTo(1);

    run(page("handler-stalled").in("Mitigation"), NOBODYS_MESSAGE);

    assertThat(one("SELECT count(*) FROM inbox.pause")).isZero();
    assertThat(actions()).containsExactly("pause", "resume");
  }

  @Test
  void resolvesADeadLetterWhoseKeyGoesOn() {
    String dead = deliver("dead_letter", "activity:1");
    deliver("waiting", "activity:1");
    owner
        .sql(
            """
            INSERT INTO inbox.dead_letter (
              handler, message_id, death, type, schema_version, tenant_id, ordering_key, attempts,
              error_code, error_message, first_failed_at, last_failed_at, topic, partition,
              record_offset)
            VALUES ('timeline', ?::uuid, 1, 'activity.created', 1, 'acme', 'activity:1', 4,
              'Broken', 'Broken', now(), now(), 'waybill.timeline', 0, 17);
            INSERT INTO inbox.kept_record (handler, message_id, headers)
            VALUES ('timeline', ?::uuid, '[]')
            """)
        .params(dead, dead)
        .update();
    RunbookPage page = page("dead-letters-growing");

    assertThat(rows(page.in("Diagnosis"), dead))
        .anySatisfy(
            row -> assertThat(row).containsEntry("dead", 1L).containsEntry("not_on_topic", 1L))
        .anySatisfy(
            row ->
                assertThat(row).containsEntry("waiting", 1L).containsEntry("message_id", id(dead)));

    run(page.in("Mitigation"), dead);

    assertThat(one("SELECT count(*) FROM inbox.delivery WHERE state = 'ignored'")).isEqualTo(1);
    assertThat(one("SELECT count(*) FROM inbox.dead_letter WHERE resolution = 'resolved'"))
        .isEqualTo(1);
    assertThat(one("SELECT count(*) FROM inbox.kept_record")).isZero();
    assertThat(actions()).containsExactly("resolve");
  }

  private static RunbookPage page(String name) {
    return RunbookPage.parse(TREE.read("runbooks/" + name + ".md"));
  }

  private static void run(List<RunbookPage.Block> blocks, String messageId) {
    rows(blocks, messageId);
  }

  /** What the queries among the statements return. */
  private static List<Map<String, Object>> rows(List<RunbookPage.Block> blocks, String messageId) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (RunbookPage.Block block : blocks) {
      JdbcClient role = as(block.role());
      for (String statement : block.statements()) {
        String here = statement.replace(NOBODYS_MESSAGE, messageId);
        if (here.startsWith("SELECT")) {
          rows.addAll(role.sql(here).query().listOfRows());
        } else {
          role.sql(here).update();
        }
      }
    }
    return rows;
  }

  private static JdbcClient as(String role) {
    return JdbcClient.create(
        role.startsWith("waybill_")
            ? POSTGRES.dataSource(DATABASE, role, PASSWORD)
            : POSTGRES.superuser(DATABASE));
  }

  private String deliver(String state, String key) {
    String id = UUID.randomUUID().toString();
    owner
        .sql(
            """
            INSERT INTO inbox.delivery (
              handler, message_id, arrival, topic, partition, record_offset, type, schema_version,
              tenant_id, ordering_key, state, attempt, next_attempt_at, error_code, last_error)
            VALUES ('timeline', ?::uuid, nextval('inbox.arrival'), 'waybill.timeline', 0, 17,
              'activity.created', 1, 'acme', ?, ?, 1,
              now() + CASE WHEN ? = 'retry_scheduled' THEN interval '1 hour' ELSE interval '0' END,
              'Broken', 'Broken')
            """)
        .params(id, key, state, state)
        .update();
    return id;
  }

  private static UUID id(String text) {
    return UUID.fromString(text);
  }

  private long one(String sql) {
    return owner.sql(sql).query(Long.class).single();
  }

  private List<String> actions() {
    return owner
        .sql("SELECT action FROM inbox.action ORDER BY action_id")
        .query(String.class)
        .list();
  }
}

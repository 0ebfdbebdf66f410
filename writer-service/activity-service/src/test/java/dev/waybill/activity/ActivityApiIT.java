package dev.waybill.activity;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.activity.testbed.Answer;
import dev.waybill.activity.testbed.Http;
import dev.waybill.activity.testbed.RunningService;
import dev.waybill.activity.testbed.WriterDatabase.Counts;
import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.contract.catalogue.Violation;
import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.testsupport.servers.Servers;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What callers can do, and what each change leaves behind. */
class ActivityApiIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension static final RunningService service = new RunningService(servers);

  private static final Catalogue CATALOGUE = Catalogue.load(ActivityApiIT.class.getClassLoader());
  private static final String VISIT =
      """
      {"type": "visit", "title": "Visit the new warehouse \\ud83d\\ude9a", "assignee": "user-17",
       "dueAt": "2026-03-05T10:00:00.1234567+01:00"}
      """;

  private static final String NOBODYS = "{\"type\": \"call\", \"title\": \"Call back\"}";

  private final Http anna = service.as("acme", "anna");

  @Test
  void createsAnActivityWithItsAuditEntryAndOneMessage() {
    Counts before = service.database().counts();

    Answer created = anna.post("/activities", VISIT, "X-Correlation-Id", "order-7");

    assertThat(created.status()).isEqualTo(201);
    String id = created.text("id");
    assertThat(id).matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    assertThat(created.response().headers().firstValue("location")).contains("/activities/" + id);
    assertThat(created.text("status")).isEqualTo("open");
    assertThat(created.text("createdBy")).isEqualTo("anna");
    assertThat(created.text("dueAt")).isEqualTo("2026-03-05T09:00:00.123456Z");
    assertThat(service.database().counts()).isEqualTo(before.plus(1, 1, 1));
    Map<String, @Nullable Object> message = onlyMessage(id, "activity.created");
    JsonNode payload = payload(message);
    assertThat(payload.path("activityId").asString()).isEqualTo(id);
    assertThat(payload.path("version").asLong()).isEqualTo(1);
    for (String member : List.of("type", "title", "assignee", "dueAt", "createdAt", "createdBy")) {
      assertThat(payload.path(member)).as(member).isEqualTo(created.json().path(member));
    }
    assertThat(message)
        .containsEntry("correlation_id", "order-7")
        .containsEntry("tenant_id", "acme")
        .containsEntry("ordering_key", "activity:" + id);
  }

  @Test
  void completesAnActivityWithItsAuditEntryAndOneMessage() {
    String id = anna.post("/activities", VISIT).text("id");
    Counts before = service.database().counts();

    Answer completed =
        service
            .as("acme", "bert")
            .post(
                "/activities/" + id + "/complete",
                "{\"version\": 1, \"outcome\": \"The gates are wide enough.\"}");

    assertThat(completed.status()).isEqualTo(200);
    assertThat(completed.text("status")).isEqualTo("completed");
    assertThat(completed.json().path("version").asLong()).isEqualTo(2);
    assertThat(service.database().counts()).isEqualTo(before.plus(0, 1, 1));
    JsonNode payload = payload(onlyMessage(id, "activity.completed"));
    assertThat(payload.path("version").asLong()).isEqualTo(2);
    assertThat(payload.path("completedBy").asString()).isEqualTo("bert");
    for (String member : List.of("type", "title", "assignee", "outcome", "completedAt")) {
      assertThat(payload.path(member)).as(member).isEqualTo(completed.json().path(member));
    }
    assertThat(audit(id))
        .containsExactly(
            "acme 1 activity.create anna {activity-writer}",
            "acme 2 activity.complete bert {activity-writer}");
  }

  /** Each in one transaction of change, audit entry and message. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "PATCH | -           | updated     | open      | {'version': 1, 'title': 'Visit Graz', 'type': 'call'}",
        "POST  | /assign     | assigned    | open      | {'version': 1, 'assignee': 'carl'}",
        "POST  | /reassign   | reassigned  | open      | {'version': 1, 'assignee': 'carl'}",
        "POST  | /start      | started     | started   | {'version': 1}",
        "POST  | /reschedule | rescheduled | open      | {'version': 1, 'dueAt': '2026-04-01T09:00:00Z'}",
        "POST  | /complete   | completed   | completed | {'version': 1}",
        "POST  | /cancel     | cancelled   | cancelled | {'version': 1, 'reason': 'Sold'}"
      })
  void changesAnActivityWithItsAuditEntryAndItsMessages(
      String method, String operation, String participle, String status, String body) {
    String planned = operation.equals("/assign") ? NOBODYS : VISIT;
    String id = anna.post("/activities", planned).text("id");
    Counts before = service.database().counts();

    Answer changed =
        service
            .as("acme", "bert")
            .send(
                method,
                "/activities/" + id + operation.replace("-", ""),
                "application/json",
                body.replace('\'', '"'),
                "X-Correlation-Id",
                "order-8");

    assertThat(changed.status()).as(changed.response().body()).isEqualTo(200);
    assertThat(changed.text("status")).isEqualTo(status);
    assertThat(changed.json().path("version").asLong()).isEqualTo(2);
    assertThat(changed.text("changedBy")).isEqualTo("bert");
    assertThat(anna.get("/activities/" + id).json()).isEqualTo(changed.json());
    int messages = participle.endsWith("assigned") ? 2 : 1;
    assertThat(service.database().counts()).isEqualTo(before.plus(0, 1, messages));
    Map<String, @Nullable Object> message = onlyMessage(id, "activity." + participle);
    assertThat(message).containsEntry("correlation_id", "order-8");
    JsonNode payload = payload(message);
    assertThat(payload.path(participle + "By").asString()).isEqualTo("bert");
    assertThat(payload.path(participle + "At").asString()).isEqualTo(changed.text("changedAt"));
    for (String member : List.of("type", "title", "assignee", "version", "reason")) {
      assertThat(payload.path(member)).as(member).isEqualTo(changed.json().path(member));
    }
    assertThat(audit(id))
        .element(1, as(InstanceOfAssertFactories.STRING))
        .startsWith("acme 2 activity." + operation(method, operation) + " bert");
  }

  @Test
  void deletesAnActivityWithItsAuditEntryAndOneMessage() {
    Http dora = service.as("deleting-tenant", "dora");
    String id = dora.post("/activities", VISIT).text("id");
    dora.post("/activities/" + id + "/complete", "{\"version\": 1, \"outcome\": \"Seen\"}");
    Counts before = service.database().counts();

    Answer deleted = dora.delete("/activities/" + id + "?version=2");

    assertThat(deleted.status()).isEqualTo(204);
    assertThat(deleted.response().body()).isEmpty();
    assertThat(service.database().counts()).isEqualTo(before.plus(0, 1, 1));
    assertThat(payload(onlyMessage(id, "activity.deleted")).propertyNames())
        .containsExactly("activityId", "version", "deletedAt", "deletedBy");
    assertThat(audit(id)).last(as(InstanceOfAssertFactories.STRING)).contains("activity.delete");
    dora.get("/activities/" + id).isProblem(404, "unknown-activity");
    dora.delete("/activities/" + id + "?version=3").isProblem(404, "unknown-activity");
    assertThat(ids(dora.get("/activities/recent"))).isEmpty();
    assertThat(
            service
                .database()
                .asMigrator()
                .queryForObject(
                    "SELECT a::text FROM activity.activity AS a WHERE activity_id = ?::uuid",
                    String.class,
                    id))
        .contains("deleted", "dora")
        .doesNotContain("Visit", "user-17", "Seen");
  }

  @Test
  void asksForTheNextStepAndForAMailWithTheChange() {
    String id = anna.post("/activities", NOBODYS).text("id");
    anna.post("/activities/" + id + "/assign", "{\"version\": 1, \"assignee\": \"carl\"}");
    anna.post(
        "/activities/" + id + "/complete",
        "{\"version\": 2, \"followUpAt\": \"2026-04-01T11:00:00+02:00\"}");

    Map<String, @Nullable Object> mail = onlyMessage(id, "notification.assignment-mail");
    Map<String, @Nullable Object> step = onlyMessage(id, "activity.plan-follow-up");

    assertThat(mail)
        .containsEntry("kind", "provider-side-effect")
        .containsEntry("event_record", "SFX-NOT-1");
    assertThat(payload(mail).path("assignee").asString()).isEqualTo("carl");
    assertThat(step)
        .containsEntry("kind", "journey-step-command")
        .containsEntry("event_record", "CMD-ACT-1");
    assertThat(payload(step).path("dueAt").asString()).isEqualTo("2026-04-01T09:00:00Z");
    assertThat(payload(step).path("requestedBy").asString()).isEqualTo("anna");
  }

  @Test
  void goesThroughAWholeLife() {
    String id = anna.post("/activities", NOBODYS).text("id");
    String path = "/activities/" + id;
    anna.post(path + "/assign", "{\"version\": 1, \"assignee\": \"bert\"}");
    anna.post(path + "/start", "{\"version\": 2}");
    anna.post(path + "/reschedule", "{\"version\": 3, \"dueAt\": \"2026-04-01T09:00:00Z\"}");
    Answer completed = anna.post(path + "/complete", "{\"version\": 4}");

    assertThat(completed.text("startedBy")).isEqualTo("anna");
    assertThat(completed.text("assignee")).isEqualTo("bert");
    assertThat(completed.text("dueAt")).isEqualTo("2026-04-01T09:00:00Z");
    assertThat(service.database().messages(id))
        .extracting(message -> message.get("type") + " " + message.get("aggregate_version"))
        .containsExactly(
            "activity.created 1",
            "activity.assigned 2",
            "notification.assignment-mail 2",
            "activity.started 3",
            "activity.rescheduled 4",
            "activity.completed 5");
  }

  @Test
  void marksEveryMessageOfAnInternalActivity() {
    Answer created =
        anna.post("/activities", "{\"type\":\"call\",\"title\":\"x\",\"visibility\":\"internal\"}");
    String id = created.text("id");
    anna.post("/activities/" + id + "/cancel", "{\"version\": 1}");

    assertThat(created.text("visibility")).isEqualTo("internal");
    assertThat(service.database().messages(id))
        .hasSize(2)
        .allSatisfy(
            message -> {
              assertThat(message).containsEntry("visibility", "internal");
              assertThat(Envelope.parse(String.valueOf(message.get("envelope"))).visibility())
                  .isEqualTo(Visibility.INTERNAL);
            });
  }

  @Test
  void readsWhatWasWritten() {
    Answer created = anna.post("/activities", VISIT);

    Answer read =
        service
            .anonymous()
            .as(service.tokens().token("acme", "carl", "activity-reader"))
            .get("/activities/" + created.text("id"));

    assertThat(read.status()).isEqualTo(200);
    assertThat(read.json()).isEqualTo(created.json());
  }

  @Test
  void listsThoseChangedLastFirst() {
    Http dora = service.as("recent-tenant", "dora");
    String first = service.planned(dora);
    String second = service.planned(dora);
    String third = service.planned(dora);
    dora.post("/activities/" + first + "/complete", "{\"version\": 1}");

    assertThat(ids(dora.get("/activities/recent"))).containsExactly(first, third, second);
    assertThat(ids(dora.get("/activities/recent?limit=2"))).containsExactly(first, third);
  }

  /** A trigger stands for everything that a database may do to what it is given. */
  @Test
  void makesThePayloadFromWhatWasStored() {
    var database = service.database().asMigrator();
    database.execute(
        """
        CREATE FUNCTION activity.shout() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.title := upper(NEW.title); RETURN NEW; END $$
        """);
    database.execute(
        """
        CREATE TRIGGER shout BEFORE INSERT OR UPDATE ON activity.activity
        FOR EACH ROW WHEN (NEW.title LIKE 'quiet%') EXECUTE FUNCTION activity.shout()
        """);

    Answer created = anna.post("/activities", "{\"type\":\"task\",\"title\":\"quiet please\"}");

    assertThat(created.text("title")).isEqualTo("QUIET PLEASE");
    assertThat(
            payload(onlyMessage(created.text("id"), "activity.created")).path("title").asString())
        .isEqualTo("QUIET PLEASE");
  }

  private static String operation(String method, String path) {
    return method.equals("PATCH") ? "update" : path.substring(1);
  }

  private static List<String> audit(String activityId) {
    return service
        .database()
        .asMigrator()
        .queryForList(
            "SELECT tenant_id || ' ' || activity_version || ' ' || command || ' ' || actor"
                + " || ' ' || actor_roles::text FROM activity.audit_entry"
                + " WHERE activity_id = ?::uuid ORDER BY entry_id",
            String.class,
            activityId);
  }

  private static List<String> ids(Answer answer) {
    assertThat(answer.status()).isEqualTo(200);
    return answer
        .json()
        .path("activities")
        .valueStream()
        .map(a -> a.path("id").asString())
        .toList();
  }

  /** The message of the type, which must be the only one, and as its contract says. */
  private static Map<String, @Nullable Object> onlyMessage(String activityId, String type) {
    List<Map<String, @Nullable Object>> found =
        service.database().messages(activityId).stream()
            .filter(message -> type.equals(message.get("type")))
            .toList();
    assertThat(found).hasSize(1);
    List<Violation> violations =
        CATALOGUE
            .find(type)
            .orElseThrow()
            .version(1)
            .orElseThrow()
            .validate(String.valueOf(found.get(0).get("payload_text")));
    assertThat(violations).isEmpty();
    Map<String, String> headers =
        Envelope.parse(String.valueOf(found.get(0).get("envelope"))).headers();
    assertThat(headers)
        .containsEntry("ce_type", type)
        .containsEntry("ce_schemaversion", "1")
        .containsEntry("ce_source", "/activity-service");
    assertThat(headers.toString()).doesNotContain("dev.waybill");
    return found.get(0);
  }

  private static JsonNode payload(Map<String, @Nullable Object> message) {
    return JsonMapper.builder().build().readTree(String.valueOf(message.get("payload_text")));
  }
}

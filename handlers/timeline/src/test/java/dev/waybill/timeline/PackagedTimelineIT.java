package dev.waybill.timeline;

import static dev.waybill.testsupport.handler.PackagedHandler.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.testsupport.handler.ActivityMessage;
import dev.waybill.testsupport.handler.PackagedHandler;
import dev.waybill.testsupport.servers.Servers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The jar as it is deployed, with a real database and a real broker. */
class PackagedTimelineIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String READER = "activity-reader";

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static PackagedHandler timeline;

  @BeforeAll
  static void start(@TempDir Path folder) {
    timeline = PackagedHandler.start("timeline", servers, folder);
  }

  @AfterAll
  static void stop() {
    try (PackagedHandler stopped = timeline) {
      assertThat(stopped.stop())
          .doesNotContain("WARN", "ERROR", "password")
          .contains(
              "activity.created v1, activity.updated v1, activity.assigned v1, activity.reassigned"
                  + " v1, activity.started v1, activity.rescheduled v1, activity.completed v1,"
                  + " activity.cancelled v1, activity.deleted v1");
    }
  }

  @Test
  void showsEachChangeOnceToItsTenantAlone() {
    UUID id = UUID.randomUUID();
    ActivityMessage created = ActivityMessage.created("acme", id);
    ActivityMessage completed = ActivityMessage.completed("acme", id);
    UUID foreign = UUID.randomUUID();
    timeline.send(created, created, completed, created, completed);
    timeline.send(ActivityMessage.created("globex", foreign));

    await()
        .atMost(PackagedHandler.PATIENCE)
        .until(() -> get("globex", "/timeline/activities/" + foreign).statusCode() == 200);
    HttpResponse<String> answer = get("acme", "/timeline/activities/" + id);

    JsonNode activity = JSON.readTree(answer.body());
    assertThat(activity.path("status").asString()).isEqualTo("completed");
    assertThat(activity.path("version").asString()).isEqualTo("2");
    assertThat(activity.path("changes").size()).isEqualTo(2);
    assertThat(activity.path("changes").path(1).path("note").asString()).isEqualTo("Reached.");
    assertThat(count("SELECT count(*) FROM timeline.change WHERE applied <> 1")).isZero();
    assertThat(count("SELECT count(*) FROM inbox.delivery WHERE tenant_id = 'acme'")).isEqualTo(2);

    assertThat(get("acme", "/timeline?limit=100").body())
        .contains(id.toString())
        .doesNotContain(foreign.toString());
    assertThat(get("globex", "/timeline").body())
        .contains(foreign.toString())
        .doesNotContain(id.toString());
    assertProblem(get("globex", "/timeline/activities/" + id), 404, "unknown-activity");
  }

  @Test
  void doesNotGoBackToAnOlderVersion() {
    UUID id = UUID.randomUUID();
    timeline.send(ActivityMessage.completed("initech", id), ActivityMessage.created("initech", id));

    await()
        .atMost(PackagedHandler.PATIENCE)
        .until(() -> get("initech", "/timeline/activities/" + id).body().contains("created"));

    JsonNode activity = JSON.readTree(get("initech", "/timeline/activities/" + id).body());
    assertThat(activity.path("status").asString()).isEqualTo("completed");
    assertThat(activity.path("dueAt").asString()).isEqualTo("2026-03-09T08:00:00Z");
    assertThat(activity.path("changes").path(0).path("change").asString()).isEqualTo("created");
  }

  @Test
  void tellsALifeToItsEndInAnyOrder() {
    UUID done = UUID.randomUUID();
    UUID off = UUID.randomUUID();
    UUID backwards = UUID.randomUUID();
    List<ActivityMessage> cancelled = ActivityMessage.life("hooli", off, "cancelled");
    List<ActivityMessage> reversed =
        new ArrayList<>(ActivityMessage.life("hooli", backwards, "completed"));
    Collections.reverse(reversed);
    send(ActivityMessage.life("hooli", done, "completed"));
    send(cancelled);
    send(cancelled);
    send(reversed);
    awaitHandled();

    String told = get("hooli", "/timeline/activities/" + done).body();
    JsonNode life = JSON.readTree(told);
    assertThat(life.path("changes").findValuesAsString("change"))
        .containsExactly(
            "created", "assigned", "started", "updated", "reassigned", "rescheduled", "completed");
    assertThat(life.path("changes").findValuesAsString("by"))
        .containsExactly("anna", "anna", "bert", "bert", "anna", "cleo", "cleo");
    assertThat(life.path("changes").findValuesAsString("assignee"))
        .containsExactly("bert", "bert", "bert", "cleo", "cleo", "cleo");
    assertThat(life.path("status").asString()).isEqualTo("completed");
    assertThat(life.path("version").asString()).isEqualTo("7");
    assertThat(life.path("title").asString()).isEqualTo("Call back today");
    assertThat(life.path("assignee").asString()).isEqualTo("cleo");
    assertThat(life.path("dueAt").asString()).isEqualTo("2026-03-10T08:00:00Z");
    assertThat(life.at("/changes/5/dueAt").asString()).isEqualTo("2026-03-10T08:00:00Z");
    assertThat(life.at("/changes/6/note").asString()).isEqualTo("Reached.");

    assertThat(get("hooli", "/timeline/activities/" + backwards).body())
        .isEqualTo(told.replace(done.toString(), backwards.toString()));
    JsonNode calledOff = JSON.readTree(get("hooli", "/timeline/activities/" + off).body());
    assertThat(calledOff.path("status").asString()).isEqualTo("cancelled");
    assertThat(calledOff.path("changes").size()).isEqualTo(7);
    assertThat(calledOff.at("/changes/6/note").asString()).isEqualTo("Not needed.");
    assertThat(count("SELECT count(*) FROM timeline.change WHERE applied <> 1")).isZero();
  }

  @Test
  void keepsNothingOfADeletedOneAlsoOfWhatComesLate() {
    UUID first = UUID.randomUUID();
    UUID late = UUID.randomUUID();
    ActivityMessage deleted = ActivityMessage.deleted("umbrella", first);
    send(ActivityMessage.life("umbrella", first, "completed"));
    timeline.send(deleted, deleted, ActivityMessage.created("umbrella", first));
    timeline.send(ActivityMessage.deleted("umbrella", late));
    send(ActivityMessage.life("umbrella", late, "cancelled"));
    awaitHandled();

    assertProblem(get("umbrella", "/timeline/activities/" + first), 404, "unknown-activity");
    assertProblem(get("umbrella", "/timeline/activities/" + late), 404, "unknown-activity");
    assertThat(get("umbrella", "/timeline").body()).isEqualTo("{\"changes\":[]}");
    assertThat(count("SELECT count(*) FROM timeline.change WHERE tenant_id = 'umbrella'")).isZero();
    assertThat(
            database()
                .sql("SELECT a::text FROM timeline.activity a WHERE tenant_id = 'umbrella'")
                .query(String.class)
                .list())
        .hasSize(2)
        .noneMatch(row -> row.matches(".*(Call|anna|bert|cleo).*"));
  }

  private static void send(List<ActivityMessage> messages) {
    timeline.send(messages.toArray(ActivityMessage[]::new));
  }

  /** By a message of the same partition, so everything before it was handled when it shows. */
  private static void awaitHandled() {
    UUID barrier = UUID.randomUUID();
    timeline.send(ActivityMessage.created("barrier", barrier));
    await()
        .atMost(PackagedHandler.PATIENCE)
        .until(() -> get("barrier", "/timeline/activities/" + barrier).statusCode() == 200);
  }

  @Test
  void answersProblemsToThoseWhoAskWrongly() {
    assertProblem(timeline.getAnonymously("/timeline"), 401, "unauthenticated");
    assertProblem(timeline.get("/timeline", "acme", "viewer"), 403, "forbidden");
    assertProblem(timeline.get("/actuator/health", "acme", READER), 403, "forbidden");
    assertProblem(get("acme", "/timeline?limit=0"), 400, "invalid-request");
    assertProblem(get("acme", "/timeline?limit=many"), 400, "invalid-request");
    assertProblem(get("acme", "/timeline?most=5"), 400, "invalid-request");
    assertProblem(get("acme", "/timeline/activities/17"), 400, "invalid-request");
    assertProblem(
        get("acme", "/timeline/activities/" + UUID.randomUUID()), 404, "unknown-activity");
    assertProblem(get("acme", "/nowhere"), 404, "unknown-path");
  }

  @Test
  void showsHowTheHandlerDoesToViewers() {
    await()
        .atMost(PackagedHandler.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(timeline.get("/actuator/health/handling", "acme", "viewer").body())
                    .contains("\"status\":\"UP\"", "waybill.timeline-2", "reading on at"));
    timeline.assertTellsViewers();
  }

  private static long count(String sql) {
    return database().sql(sql).query(Long.class).single();
  }

  private static JdbcClient database() {
    return JdbcClient.create(servers.database().superuser());
  }

  private static HttpResponse<String> get(String tenant, String path) {
    return timeline.get(path, tenant, READER);
  }
}

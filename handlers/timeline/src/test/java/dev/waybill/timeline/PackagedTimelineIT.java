package dev.waybill.timeline;

import static dev.waybill.testsupport.handler.PackagedHandler.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.testsupport.handler.ActivityMessage;
import dev.waybill.testsupport.handler.PackagedHandler;
import dev.waybill.testsupport.servers.Servers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
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
          .contains("activity.created v1, activity.completed v1");
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
    return JdbcClient.create(servers.database().superuser()).sql(sql).query(Long.class).single();
  }

  private static HttpResponse<String> get(String tenant, String path) {
    return timeline.get(path, tenant, READER);
  }
}

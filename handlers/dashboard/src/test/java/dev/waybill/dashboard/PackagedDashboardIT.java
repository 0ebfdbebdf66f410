package dev.waybill.dashboard;

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

/** The jar as it is deployed, with a real database and a real broker. */
class PackagedDashboardIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final String READER = "activity-reader";

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static PackagedHandler dashboard;

  @BeforeAll
  static void start(@TempDir Path folder) {
    dashboard = PackagedHandler.start("dashboard", servers, folder);
  }

  @AfterAll
  static void stop() {
    try (PackagedHandler stopped = dashboard) {
      assertThat(stopped.stop())
          .doesNotContain("WARN", "ERROR", "password")
          .contains(
              "activity.created v1, activity.assigned v1, activity.reassigned v1, activity.started"
                  + " v1, activity.completed v1, activity.cancelled v1, activity.deleted v1");
    }
  }

  @Test
  void countsEachActivityOnceAsItsNewestVersionSaysForItsTenantAlone() {
    UUID done = UUID.randomUUID();
    ActivityMessage created = ActivityMessage.created("acme", done);
    ActivityMessage completed = ActivityMessage.completed("acme", done);
    dashboard.send(created, created, completed, created, completed);
    UUID recoveredLate = UUID.randomUUID();
    dashboard.send(
        ActivityMessage.completed("acme", recoveredLate),
        ActivityMessage.created("acme", recoveredLate),
        ActivityMessage.created("acme", UUID.randomUUID()));
    // The same partition, so everything before it was handled when it shows.
    dashboard.send(ActivityMessage.created("globex", done));

    await()
        .atMost(PackagedHandler.PATIENCE)
        .until(() -> counts("globex", "").body().contains("\"activities\":1"));

    assertThat(counts("globex", "").body())
        .isEqualTo("{\"activities\":1,\"counts\":[{\"status\":\"open\",\"activities\":1}]}");
    assertThat(counts("acme", "").body())
        .isEqualTo(
            """
            {"activities":3,"counts":[\
            {"status":"completed","assignee":"bert","activities":2},\
            {"status":"open","activities":1}]}""");
    assertThat(counts("acme", "?status=open").body()).startsWith("{\"activities\":1,");
    assertThat(counts("acme", "?assignee=bert&limit=1").body()).startsWith("{\"activities\":2,");
    assertThat(deliveries("acme")).isEqualTo(5);
  }

  @Test
  void followsALifeToItsEndInAnyOrderAndCountsADeletedOneNowhere() {
    UUID done = UUID.randomUUID();
    List<ActivityMessage> completed = life(done, "completed");
    UUID off = UUID.randomUUID();
    List<ActivityMessage> cancelled = life(off, "cancelled");
    UUID backwards = UUID.randomUUID();
    List<ActivityMessage> last = life(backwards, "completed");
    List<ActivityMessage> going = life(UUID.randomUUID(), "completed");
    send(completed);
    send(cancelled);
    send(cancelled);
    send(reversed(last));
    send(going.subList(0, going.size() - 1));
    awaitHandled();

    assertThat(counts("hooli", "").body())
        .isEqualTo(
            """
            {"activities":4,"counts":[\
            {"status":"completed","assignee":"cleo","activities":2},\
            {"status":"cancelled","assignee":"cleo","activities":1},\
            {"status":"started","assignee":"cleo","activities":1}]}""");
    assertThat(counts("hooli", "?assignee=bert").body()).startsWith("{\"activities\":0,");
    assertThat(counts("hooli", "?status=cancelled").body()).startsWith("{\"activities\":1,");

    ActivityMessage deleted = ActivityMessage.deleted("hooli", done);
    dashboard.send(deleted, deleted, ActivityMessage.deleted("hooli", off));
    dashboard.send(ActivityMessage.deleted("hooli", backwards));
    UUID gone = UUID.randomUUID();
    dashboard.send(ActivityMessage.deleted("hooli", gone));
    send(life(gone, "completed"));
    awaitHandled();

    assertThat(counts("hooli", "").body())
        .isEqualTo(
            """
            {"activities":1,"counts":[{"status":"started","assignee":"cleo","activities":1}]}""");
    assertThat(
            JdbcClient.create(servers.database().superuser())
                .sql("SELECT a::text FROM dashboard.activity a WHERE status = 'deleted'")
                .query(String.class)
                .list())
        .hasSize(4)
        .noneMatch(row -> row.contains("bert") || row.contains("cleo"));
  }

  /** What of a life the dashboard subscribes to. */
  private static List<ActivityMessage> life(UUID activity, String end) {
    return ActivityMessage.life("hooli", activity, end).stream()
        .filter(message -> !message.type().matches("activity.(updated|rescheduled)"))
        .toList();
  }

  private static List<ActivityMessage> reversed(List<ActivityMessage> messages) {
    List<ActivityMessage> reversed = new ArrayList<>(messages);
    Collections.reverse(reversed);
    return reversed;
  }

  private static void send(List<ActivityMessage> messages) {
    dashboard.send(messages.toArray(ActivityMessage[]::new));
  }

  /** By a message of the same partition, so everything before it was handled when it shows. */
  private static void awaitHandled() {
    String barrier = "barrier-" + UUID.randomUUID();
    dashboard.send(ActivityMessage.created(barrier, UUID.randomUUID()));
    await()
        .atMost(PackagedHandler.PATIENCE)
        .until(() -> counts(barrier, "").body().contains("\"activities\":1"));
  }

  @Test
  void answersProblemsToThoseWhoAskWrongly() {
    assertProblem(dashboard.getAnonymously("/dashboard/counts"), 401, "unauthenticated");
    assertProblem(dashboard.get("/dashboard/counts", "acme", "viewer"), 403, "forbidden");
    assertProblem(dashboard.get("/actuator/health", "acme", READER), 403, "forbidden");
    assertProblem(dashboard.get("/dashboard", "acme", READER), 404, "unknown-path");
    HttpResponse<String> refused = counts("acme", "?state=open");
    assertProblem(refused, 400, "invalid-request");
    assertThat(refused.body()).contains("\"field\":\"state\"", "known are assignee, limit, status");
    assertProblem(counts("acme", "?status=done"), 400, "invalid-request");
  }

  @Test
  void showsHowTheHandlerDoesToViewers() {
    dashboard.assertTellsViewers();
  }

  private static HttpResponse<String> counts(String tenant, String query) {
    return dashboard.get("/dashboard/counts" + query, tenant, READER);
  }

  private static long deliveries(String tenant) {
    return JdbcClient.create(servers.database().superuser())
        .sql("SELECT count(*) FROM inbox.delivery WHERE tenant_id = ?")
        .param(tenant)
        .query(Long.class)
        .single();
  }
}

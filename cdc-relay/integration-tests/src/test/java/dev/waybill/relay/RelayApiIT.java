package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.Status;
import dev.waybill.local.identity.TokenIssuer;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.Orders;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The door: who may order what, what is answered, and that a standby takes orders as well. */
class RelayApiIT {

  private static final TokenIssuer ISSUER = new TokenIssuer();
  private static final String OPERATOR = ISSUER.token("platform", "anna", "operator");
  private static final String VIEWER = ISSUER.token("platform", "vera", "viewer");
  private static final String TENANT = ISSUER.token("acme", "olaf", "operator");
  private static final String EXECUTE = "{\"reason\": \"a test wants it\", \"execute\": true}";

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static RelayTestbed testbed;

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static Orders orders;

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static InProcessRelay relay;

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @BeforeAll
  static void start(@TempDir Path folder) {
    testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    orders = new Orders(testbed);
    relay = InProcessRelay.startWithServer(testbed, settings(folder));
    relay.awaitStreaming();
  }

  private static Map<String, String> settings(Path folder) {
    return Map.of(
        "spring.security.oauth2.resourceserver.jwt.public-key-location",
        "file:" + ISSUER.writePublicKey(folder),
        "waybill.relay.api.operator-tenant",
        "platform");
  }

  @AfterAll
  static void stop() {
    relay.close();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /relay/status",
    "GET, /relay/orders",
    "GET, /relay/orders/1",
    "GET, /relay/actions",
    "GET, /relay/dead-letters",
    "GET, /relay/messages/0190a5c2-7f3e-7000-8000-0123456789ab",
    "POST, /relay/pause",
    "POST, /relay/resume",
    "POST, /relay/drain",
    "POST, /relay/backfill",
    "POST, /relay/recover",
    "POST, /relay/release-stale",
    "POST, /relay/orders/1/cancel",
    "POST, /relay/dead-letters/replay",
    "POST, /relay/dead-letters/resolve"
  })
  void answersNobodyWithoutATokenOrARole(String method, String path) {
    assertThat(send(method, path, null, EXECUTE).statusCode()).isEqualTo(401);
    String stranger = ISSUER.token("platform", "sam", "activity-writer");
    assertThat(send(method, path, stranger, EXECUTE).statusCode()).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pause",
        "resume",
        "drain",
        "backfill",
        "recover",
        "release-stale",
        "orders/1/cancel"
      })
  void deniesWhoMayNotAndRecordsIt(String verb) {
    String action = verb.contains("/") ? "cancel" : verb;
    HttpResponse<String> viewer = send("POST", "/relay/" + verb, VIEWER, EXECUTE);
    assertThat(viewer.statusCode()).isEqualTo(403);
    assertThat(viewer.body()).contains("remedy", "operator");
    HttpResponse<String> tenant = send("POST", "/relay/" + verb, TENANT, EXECUTE);
    assertThat(tenant.statusCode()).isEqualTo(403);
    assertThat(tenant.body()).contains("waybill.relay.api.operator-tenant");

    List<JsonNode> entries =
        json(send("GET", "/relay/actions?limit=100", OPERATOR, ""))
            .path("actions")
            .valueStream()
            .filter(entry -> entry.path("action").asString().equals(action))
            .filter(entry -> entry.path("outcome").asString().startsWith("denied"))
            .toList();
    assertThat(entries)
        .extracting(
            entry -> entry.path("actor").asString() + " " + entry.path("outcome").asString())
        .contains(
            "platform/vera denied: the role operator is missing",
            "acme/olaf denied: it concerns all tenants");
    assertThat(entries)
        .allSatisfy(
            entry -> assertThat(entry.path("reason").asString()).isEqualTo("a test wants it"));
  }

  @Test
  void deniesDeadLettersToViewersAndTheAuditToOtherTenants() {
    String body = "{\"deadLetters\": [], \"reason\": \"x\"}";
    for (String way : List.of("replay", "resolve")) {
      assertThat(send("POST", "/relay/dead-letters/" + way, VIEWER, body).statusCode())
          .isEqualTo(403);
      assertThat(orders.audit()).contains("api " + way + ": denied: the role operator is missing");
    }
    for (String sums : List.of("/relay/status", "/relay/orders", "/relay/orders/1")) {
      assertThat(send("GET", sums, TENANT, "").statusCode()).as(sums).isEqualTo(403);
    }
    assertThat(send("GET", "/relay/actions", TENANT, "").statusCode()).isEqualTo(403);
    assertThat(send("GET", "/relay/dead-letters", TENANT, "").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/relay/pause | {\"execute\": true} | reason",
        "/relay/pause | {\"reason\": \" \", \"execute\": true} | reason",
        "/relay/drain | {\"reason\" | body",
        "/relay/backfill | {\"reason\": \"x\"} | handler",
        "/relay/backfill | {\"reason\": \"x\", \"handler\": \"timeline\", \"form\": \"\"} | form",
        "/relay/backfill | {\"reason\": \"x\", \"handler\": \"nobody\"} | handler",
        "/relay/backfill | {\"reason\": \"x\", \"handler\": \"timeline\", \"types\": [\"a.b\"]} | types",
        "/relay/backfill | {\"reason\": \"x\", \"handler\": \"timeline\", \"from\": \"monday\"} | from",
        "/relay/backfill | {\"reason\": \"x\", \"handler\": \"timeline\", \"rate\": 0} | rate",
        "/relay/orders/none/cancel | {\"reason\": \"x\"} | id",
        "/relay/dead-letters/replay | {\"reason\": \"x\"} | deadLetters",
        "/relay/dead-letters/resolve | {\"reason\": \"x\"} | deadLetters",
        "/relay/dead-letters/replay | {\"reason\": \"x\", \"deadLetters\": [{\"handler\": \"a\", \"messageId\": \"1\"}]} | messageId"
      })
  void namesTheFieldAndTheRemedy(String path, String body, String field) {
    HttpResponse<String> answer = send("POST", path, OPERATOR, body);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.headers().firstValue("content-type")).hasValue("application/problem+json");
    assertThat(json(answer).path("errors").path(0).path("field").asString()).isEqualTo(field);
    assertThat(json(answer).path("remedy").asString()).isNotBlank();
  }

  @Test
  void answersWhatIsNotThereOrDoesNotFit() {
    assertThat(send("GET", "/relay/orders/999999", VIEWER, "").statusCode()).isEqualTo(404);
    assertThat(send("POST", "/relay/orders/999999/cancel", OPERATOR, EXECUTE).statusCode())
        .isEqualTo(404);
    assertThat(send("GET", "/relay/nothing", VIEWER, "").body()).contains("unknown-path");
    assertThat(send("GET", "/relay/orders?limit=0", VIEWER, "").statusCode()).isEqualTo(400);
    HttpResponse<String> recover = send("POST", "/relay/recover", OPERATOR, EXECUTE);
    assertThat(recover.statusCode()).isEqualTo(409);
    assertThat(recover.body()).contains("streams well");
    HttpResponse<String> stale = send("POST", "/relay/release-stale", OPERATOR, EXECUTE);
    assertThat(json(stale).path("outcome").asString()).isEqualTo("0 claims released");
  }

  /** Every order, planned first; taken by a standby and carried out by the relay that streams. */
  @Test
  void takesOrdersAlsoInAStandby(@TempDir Path folder) {
    Load load = new Load(testbed);
    try (InProcessRelay standby = InProcessRelay.startWithServer(testbed, settings(folder))) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> standby.status() instanceof RelayStatus.Standby);
      String plan = send(standby, "POST", "/relay/pause", OPERATOR, "{\"reason\": \"x\"}").body();
      assertThat(plan).contains("\"executed\":false", "the server keeps all WAL from now on: ");
      HttpResponse<String> paused = send(standby, "POST", "/relay/pause", OPERATOR, EXECUTE);
      assertThat(paused.statusCode()).isEqualTo(202);
      assertThat(paused.body()).contains("the server keeps all WAL until the relay is resumed");
      String order = paused.headers().firstValue("location").orElseThrow();
      awaitState(order, "running");
      JsonNode status = json(send(standby, "GET", "/relay/status", VIEWER, ""));
      assertThat(status.path("process").asString()).startsWith("standby");
      assertThat(status.path("paused").path("orderedBy").asString()).isEqualTo("platform/anna");
      assertThat(status.path("overview").path("slot").path("active").asBoolean()).isTrue();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> relay.status() instanceof RelayStatus.Paused);
      assertThat(send("GET", "/actuator/health/readiness", null, "").statusCode()).isEqualTo(200);
      assertThat(send("GET", "/actuator/health", VIEWER, "").body())
          .contains("paused by platform/anna: a test wants it");
      assertThat(send("POST", "/relay/drain", OPERATOR, EXECUTE).statusCode()).isEqualTo(409);
      assertThat(send(standby, "POST", "/relay/resume", OPERATOR, EXECUTE).statusCode())
          .isEqualTo(202);
      awaitState(order, "done");

      load.commit("parcel:1", 3);
      HttpResponse<String> drain = send(standby, "POST", "/relay/drain", OPERATOR, EXECUTE);
      JsonNode drained = awaitState(drain.headers().firstValue("location").orElseThrow(), "done");
      assertThat(drained.path("outcome").asString()).startsWith("dispatched ");

      testbed.apply(
          List.of(
              testbed.subscription("timeline", Status.ACTIVE, Visibility.PUBLIC),
              testbed.subscription("dashboard", Status.DISABLED, Visibility.PUBLIC)));
      String terms = "{\"handler\": \"dashboard\", \"reason\": \"new\", \"execute\": %s}";
      JsonNode planned =
          json(send(standby, "POST", "/relay/backfill", OPERATOR, terms.formatted(false)));
      assertThat(planned.path("messages").asInt()).isEqualTo(testbed.states().size());
      assertThat(planned.path("active").asBoolean()).isFalse();
      HttpResponse<String> backfill =
          send(standby, "POST", "/relay/backfill", OPERATOR, terms.formatted(true));
      String path = backfill.headers().firstValue("location").orElseThrow();
      awaitState(path, "waiting");
      assertThat(send("POST", path + "/cancel", OPERATOR, EXECUTE).statusCode()).isEqualTo(202);
      assertThat(awaitState(path, "cancelled").path("backfill").path("sent").asString())
          .isEqualTo("0");
    }
  }

  @Test
  void showsWhatHasBecomeOfAMessageToItsTenant() {
    TestMessage message = TestMessage.of("parcel:9", 1);
    message.stage(testbed.as("waybill_writer"));
    String path = "/relay/messages/" + message.id();
    JsonNode shown = awaitState(path, "dispatched");
    assertThat(shown.path("completedAt").asString()).isNotEmpty();
    assertThat(shown.path("nextAttemptAt").isMissingNode() || shown.path("nextAttemptAt").isNull())
        .isTrue();
    assertThat(shown.has("payload")).isFalse();
    assertThat(shown.path("handlers").toString()).isEqualTo("[\"timeline\"]");
    assertThat(shown.path("givenUp").toString()).isEqualTo("[]");
    String other = ISSUER.token("another", "otto", "viewer");
    assertThat(send("GET", path, other, "").statusCode()).isEqualTo(404);
    HttpResponse<String> wrong = send("GET", "/relay/messages/1", VIEWER, "");
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(wrong.body()).contains("id is no message id").contains("give a UUID");
  }

  private static JsonNode awaitState(String path, String state) {
    return await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> json(send("GET", path, VIEWER, "")),
            order -> order.path("state").asString().equals(state));
  }

  private static HttpResponse<String> send(
      String method, String path, @Nullable String token, String body) {
    return send(relay, method, path, token, body);
  }

  private static HttpResponse<String> send(
      InProcessRelay to, String method, String path, @Nullable String token, String body) {
    String port = to.context().getEnvironment().getRequiredProperty("local.server.port");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Content-Type", "application/json")
            .method(
                method,
                method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode json(HttpResponse<String> answer) {
    return JsonMapper.builder().build().readTree(answer.body());
  }
}

package dev.waybill.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.identity.TokenIssuer;
import dev.waybill.local.network.Ports;
import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.Signal;
import dev.waybill.testsupport.servers.Servers;
import dev.waybill.testsupport.servers.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
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

  @SuppressWarnings("NullAway.Init") // JUnit sets it
  @TempDir
  static Path folder;

  private static final Path JAR = Path.of("target", "timeline-exec.jar");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String TOPIC = "waybill.timeline";
  private static final TokenIssuer TOKENS = new TokenIssuer();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String READER = "activity-reader";

  private static int port;

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static ChildProcess service;

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static KafkaProducer<byte[], byte[]> producer;

  @BeforeAll
  static void start() {
    TestDatabase database = servers.database();
    database.createRoles(
        "dev/waybill/handler/roles.sql", List.of("waybill_migrator", "waybill_handler"));
    servers.createTopic(TOPIC, 3);
    port = Ports.free();
    service =
        ChildProcess.builder("timeline")
            .jar(JAR)
            .jvmOptions("-Xmx256m", "-XX:TieredStopAtLevel=1")
            .arguments(
                "--server.port=" + port,
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.password=" + TestDatabase.PASSWORD,
                "--waybill.handler.migrator.username=waybill_migrator",
                "--waybill.handler.migrator.password=" + TestDatabase.PASSWORD,
                "--waybill.handler.kafka.bootstrap-servers=" + servers.bootstrapServers(),
                "--spring.security.oauth2.resourceserver.jwt.public-key-location=file:"
                    + TOKENS.writePublicKey(folder))
            .start();
    service.awaitHttp(
        URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness"),
        answer -> answer.statusCode() == 200,
        PATIENCE);
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", servers.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  @AfterAll
  static void stop() throws IOException {
    producer.close();
    service.signal(Signal.TERM);
    assertThat(service.awaitExit(PATIENCE)).isEqualTo(143);
    assertThat(Files.readString(service.logFile()))
        .doesNotContain("WARN", "ERROR", "password")
        .contains("activity.created v1, activity.completed v1");
  }

  @Test
  void showsEachChangeOnceToItsTenantAlone() {
    UUID id = UUID.randomUUID();
    ActivityMessage created = ActivityMessage.created("acme", id);
    ActivityMessage completed = ActivityMessage.completed("acme", id);
    UUID foreign = UUID.randomUUID();
    send(created, created, completed, created, completed);
    send(ActivityMessage.created("globex", foreign));

    await()
        .atMost(PATIENCE)
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
    isProblem(get("globex", "/timeline/activities/" + id), 404, "unknown-activity");
  }

  @Test
  void doesNotGoBackToAnOlderVersion() {
    UUID id = UUID.randomUUID();
    send(ActivityMessage.completed("initech", id), ActivityMessage.created("initech", id));

    await()
        .atMost(PATIENCE)
        .until(() -> get("initech", "/timeline/activities/" + id).body().contains("created"));

    JsonNode activity = JSON.readTree(get("initech", "/timeline/activities/" + id).body());
    assertThat(activity.path("status").asString()).isEqualTo("completed");
    assertThat(activity.path("dueAt").asString()).isEqualTo("2026-03-09T08:00:00Z");
    assertThat(activity.path("changes").path(0).path("change").asString()).isEqualTo("created");
  }

  @Test
  void answersProblemsToThoseWhoAskWrongly() {
    isProblem(send("/timeline", ""), 401, "unauthenticated");
    isProblem(send("/timeline", TOKENS.token("acme", "anna", "viewer")), 403, "forbidden");
    isProblem(send("/actuator/health", TOKENS.token("acme", "anna", READER)), 403, "forbidden");
    isProblem(get("acme", "/timeline?limit=0"), 400, "invalid-request");
    isProblem(get("acme", "/timeline?limit=many"), 400, "invalid-request");
    isProblem(get("acme", "/timeline/activities/17"), 400, "invalid-request");
    isProblem(get("acme", "/timeline/activities/" + UUID.randomUUID()), 404, "unknown-activity");
    isProblem(get("acme", "/nowhere"), 404, "unknown-path");
  }

  @Test
  void showsHowTheHandlerDoesToViewers() {
    String viewer = TOKENS.token("acme", "anna", "viewer");

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(send("/actuator/health/handling", viewer).body())
                    .contains("\"status\":\"UP\"", "waybill.timeline-2", "reading on at"));
  }

  private static void send(ActivityMessage... messages) {
    for (ActivityMessage message : messages) {
      Future<RecordMetadata> sent = producer.send(message.record(TOPIC));
      await().atMost(PATIENCE).until(sent::isDone);
    }
  }

  private static long count(String sql) {
    return JdbcClient.create(servers.database().superuser()).sql(sql).query(Long.class).single();
  }

  private static HttpResponse<String> get(String tenant, String path) {
    return send(path, TOKENS.token(tenant, "anna", READER));
  }

  private static void isProblem(HttpResponse<String> answer, int status, String name) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    JsonNode problem = JSON.readTree(answer.body());
    assertThat(problem.path("type").asString()).isEqualTo("urn:waybill:problem:" + name);
    assertThat(problem.path("remedy").asString()).isNotBlank();
    assertThat(answer.body()).doesNotContain("Exception", "springframework", "SQL");
  }

  private static HttpResponse<String> send(String path, String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    if (!token.isEmpty()) {
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
}

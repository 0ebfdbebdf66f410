package dev.waybill.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.activity.testbed.Http;
import dev.waybill.activity.testbed.RunningService;
import dev.waybill.activity.testbed.WriterDatabase;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.local.network.Ports;
import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.Signal;
import dev.waybill.testsupport.servers.Servers;
import dev.waybill.testsupport.servers.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The jar as it is deployed a second time, in its worker role, beside the service that serves the
 * API. The test stands for the relay.
 */
class PackagedWorkerIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension static final RunningService service = new RunningService(servers);

  private static final Path JAR = Path.of("target", "activity-service-exec.jar");
  private static final String HANDLER = "activity-steps";
  private static final String TOPIC = "waybill." + HANDLER;
  private static final String STEP = "activity.plan-follow-up";
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final WriterDatabase database = service.database();
  private final Http anna = service.as("acme", "anna");

  @Test
  void plansAFollowUpOnceInTheTransactionOfItsDelivery() throws IOException {
    Map<String, @Nullable Object> step = completedWithFollowUp(anna, "Visit again");
    Map<String, @Nullable Object> broken = completedWithFollowUp(anna, "Never again");
    Map<String, @Nullable Object> last =
        completedWithFollowUp(service.as("globex", "gus"), "Call Globex");
    servers.createTopic(TOPIC, 3);
    servers.createTopic(TOPIC + ".dlt", 1);
    int port = Ports.free();
    try (ChildProcess worker = start(port);
        KafkaProducer<byte[], byte[]> relay = producer()) {
      send(relay, step, payload(step));
      send(relay, step, payload(step));
      send(relay, broken, payload(broken).replace("\"visit\"", "\"nap\""));
      // One partition, so everything before it was seen when it is done.
      send(relay, last, payload(last));
      await().atMost(PATIENCE).until(() -> "completed".equals(state(last)));
      await().atMost(PATIENCE).until(() -> "dead_letter".equals(state(broken)));

      assertThat(state(step)).isEqualTo("completed");
      assertThat(followUps("acme"))
          .containsExactly("Visit again open visit user-17 2026-04-01 09:00:00 anna internal");
      assertThat(followUps("globex")).hasSize(1);
      assertThat(deadLetter(broken)).startsWith("invalid-step fields are wrong: type");
      Map<String, Object> followUp = followUp("acme");
      assertThat(followUp)
          .containsEntry("command", "activity.create")
          .containsEntry("actor", "anna")
          .containsEntry("correlation_id", "order-9");
      assertThat(database.messages(String.valueOf(followUp.get("activity_id"))))
          .singleElement()
          .satisfies(
              message ->
                  assertThat(message)
                      .containsEntry("type", "activity.created")
                      .containsEntry("visibility", "internal")
                      .containsEntry("causation_id", String.valueOf(step.get("message_id"))));
      assertThat(together(step, followUp)).isTrue();
      answersForItsStepsAndForNothingElse(Http.at(port), broken);

      worker.signal(Signal.TERM);
      assertThat(worker.awaitExit(PATIENCE)).isEqualTo(143);
      assertThat(Files.readString(worker.logFile()))
          .doesNotContain("ERROR", "password")
          .contains(STEP + " v1");
    }
  }

  /** To operators, as every handler does; the API is another process'. */
  private void answersForItsStepsAndForNothingElse(
      Http worker, Map<String, @Nullable Object> broken) {
    assertThat(worker.get("/actuator/health/readiness").status()).isEqualTo(200);
    assertThat(worker.get("/waybill/handlers").status()).isEqualTo(401);
    assertThat(worker.as(token("activity-writer")).get("/activities/recent").status())
        .isEqualTo(404);
    Http operator = worker.as(token("operator"));
    assertThat(operator.get("/waybill/handlers").response().body()).contains(HANDLER, TOPIC);
    assertThat(operator.get("/actuator/prometheus").response().body())
        .contains("waybill_handler_listening{handler=\"" + HANDLER + "\"} 1.0");
    assertThat(
            operator
                .post(
                    "/waybill/deliveries/" + broken.get("message_id") + "/resolve",
                    "{\"handler\": \"%s\", \"reason\": \"planned by hand\", \"execute\": true}"
                        .formatted(HANDLER))
                .status())
        .isEqualTo(200);
    assertThat(
            database
                .asMigrator()
                .queryForList("SELECT actor || ' ' || action FROM inbox.action", String.class))
        .containsExactly("acme/olga resolve");
  }

  private static String token(String role) {
    return service.tokens().token("acme", "olga", role);
  }

  /** What the outbox holds of the step that follows. */
  private Map<String, @Nullable Object> completedWithFollowUp(Http caller, String title) {
    String id =
        caller
            .post(
                "/activities",
                "{\"type\": \"visit\", \"title\": \"%s\", \"assignee\": \"user-17\", \"visibility\": \"internal\"}"
                    .formatted(title))
            .text("id");
    caller.post(
        "/activities/" + id + "/complete",
        "{\"version\": 1, \"followUpAt\": \"2026-04-01T09:00:00Z\"}",
        "X-Correlation-Id",
        "order-9");
    return database.messages(id).stream()
        .filter(message -> STEP.equals(message.get("type")))
        .findFirst()
        .orElseThrow();
  }

  private ChildProcess start(int port) {
    return ChildProcess.builder("activity-worker")
        .jar(JAR)
        .shortLived()
        .jvmOptions("-Xmx256m")
        .arguments(database.settings().toArray(String[]::new))
        .arguments(
            "--spring.profiles.active=worker",
            "--server.port=" + port,
            service.publicKeySetting(),
            "--waybill.outbox.schema=validate",
            "--waybill.handler.migrator.username=" + WriterDatabase.MIGRATOR,
            "--waybill.handler.migrator.password=" + TestDatabase.PASSWORD,
            "--waybill.handler.kafka.bootstrap-servers=" + servers.bootstrapServers())
        .start();
  }

  private static KafkaProducer<byte[], byte[]> producer() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", servers.bootstrapServers()),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static void send(
      KafkaProducer<byte[], byte[]> relay, Map<String, @Nullable Object> message, String payload) {
    ProducerRecord<byte[], byte[]> copy =
        new ProducerRecord<>(
            TOPIC, 0, bytes(String.valueOf(message.get("message_id"))), bytes(payload));
    Envelope.parse(String.valueOf(message.get("envelope")))
        .headers()
        .forEach((name, value) -> copy.headers().add(name, bytes(value)));
    copy.headers().add(WireHeaders.HANDLER, bytes(HANDLER));
    try {
      relay.send(copy).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String payload(Map<String, @Nullable Object> message) {
    return String.valueOf(message.get("payload_text"));
  }

  private String state(Map<String, @Nullable Object> message) {
    return delivery("state", message);
  }

  private String deadLetter(Map<String, @Nullable Object> message) {
    return delivery("error_code || ' ' || last_error", message);
  }

  private String delivery(String column, Map<String, @Nullable Object> message) {
    Boolean begun =
        database
            .asMigrator()
            .queryForObject("SELECT to_regclass('inbox.delivery') IS NOT NULL", Boolean.class);
    return Boolean.TRUE.equals(begun)
        ? String.join(
            ",",
            database
                .asMigrator()
                .queryForList(
                    "SELECT " + column + " FROM inbox.delivery WHERE message_id = ?",
                    String.class,
                    message.get("message_id")))
        : "";
  }

  private Iterable<String> followUps(String tenant) {
    return database
        .asMigrator()
        .queryForList(
            """
            SELECT title || ' ' || status || ' ' || type || ' ' || assignee || ' '
              || (due_at AT TIME ZONE 'UTC') || ' ' || created_by || ' ' || visibility
            FROM activity.activity WHERE tenant_id = ? AND status = 'open'
            """,
            String.class,
            tenant);
  }

  private Map<String, Object> followUp(String tenant) {
    return database
        .asMigrator()
        .queryForMap(
            """
            SELECT a.activity_id, e.command, e.actor, e.correlation_id
            FROM activity.activity AS a JOIN activity.audit_entry AS e USING (activity_id)
            WHERE a.tenant_id = ? AND a.status = 'open'
            """,
            tenant);
  }

  /** Whether the transaction that wrote the delivery is the one that wrote the activity. */
  private boolean together(Map<String, @Nullable Object> step, Map<String, Object> followUp) {
    return Boolean.TRUE.equals(
        database
            .asMigrator()
            .queryForObject(
                """
                SELECT d.xmin = a.xmin FROM inbox.delivery AS d, activity.activity AS a
                WHERE d.message_id = ? AND a.activity_id = ?
                """,
                Boolean.class,
                step.get("message_id"),
                UUID.fromString(String.valueOf(followUp.get("activity_id")))));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

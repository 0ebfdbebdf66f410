package dev.waybill.handler.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.wire.TopicNames;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.handler.Delivery;
import dev.waybill.handler.Message;
import dev.waybill.handler.RecordPosition;
import dev.waybill.handler.TenantId;
import dev.waybill.handler.testbed.RunningParcels;
import dev.waybill.testsupport.servers.Servers;
import dev.waybill.testsupport.servers.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the guide tells its reader to write does what the guide says. */
class GuideIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Map<String, String> CALLS = new ConcurrentHashMap<>();

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static HttpServer partner;

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static ConfigurableApplicationContext application;

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static KafkaProducer<byte[], byte[]> producer;

  private final JdbcClient database = JdbcClient.create(servers.database().superuser());

  @BeforeAll
  static void start() throws IOException {
    TestDatabase database = servers.database();
    database.createRoles(
        "dev/waybill/handler/roles.sql", List.of("waybill_migrator", "waybill_handler"));
    JdbcClient.create(database.as("waybill_migrator")).sql(text("guide/tables.sql")).update();
    for (String topic : List.of("waybill.counts", "waybill.partner")) {
      servers.createTopic(topic, 3);
      servers.createTopic(TopicNames.deadLetters(topic), 1);
    }
    partner = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    partner.createContext("/", GuideIT::answer);
    partner.start();
    // It would take away the appenders of other tests.
    System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
    application =
        new SpringApplicationBuilder(GuideApplication.class)
            .web(WebApplicationType.NONE)
            .run(
                "--spring.config.location=classpath:guide/application.yml,classpath:guide/retries.yml",
                "--spring.main.banner-mode=off",
                "--spring.autoconfigure.exclude=" + RunningParcels.JPA,
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--DATABASE_PASSWORD=" + TestDatabase.PASSWORD,
                "--MIGRATOR_PASSWORD=" + TestDatabase.PASSWORD,
                "--waybill.handler.kafka.bootstrap-servers=" + servers.bootstrapServers(),
                "--partner.url=http://127.0.0.1:" + partner.getAddress().getPort());
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", servers.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  @AfterAll
  static void stop() {
    producer.close();
    application.close();
    partner.stop(0);
  }

  // guide: test of the method
  @Test
  void countsForTheTenantOfTheDelivery() {
    CompletedCounts counts = application.getBean(CompletedCounts.class);
    Message message =
        new Message(
            new MessageId(UUID.randomUUID()),
            new MessageType("activity.completed", 1),
            new TenantId("acme"),
            new OrderingKey("activity:1"),
            null,
            null);
    RecordPosition position = new RecordPosition("waybill.counts", 0, 0);

    counts.on(
        new ActivityCompleted(UUID.randomUUID(), "ada"),
        new Delivery(new HandlerId("counts"), message, position, 1, false));

    assertThat(count("acme", "ada")).isEqualTo(1);
  }

  // guide: end

  // guide: test of the handler
  @Test
  void countsEachMessageOnce() {
    UUID message = UUID.randomUUID();
    String completed = "{\"activityId\": \"%s\", \"assignee\": \"bob\"}";
    send("counts", "activity.completed", 1, message, completed.formatted(UUID.randomUUID()));
    send("counts", "activity.completed", 1, message, completed.formatted(UUID.randomUUID()));
    UUID last = UUID.randomUUID();
    send("counts", "activity.completed", 1, last, completed.formatted(UUID.randomUUID()));

    await().atMost(PATIENCE).until(() -> state(last).equals("completed"));
    assertThat(count("acme", "bob")).isEqualTo(2);
  }

  // guide: end

  @Test
  void readsBothVersionsAndTellsThePartnerUnderTheMessagesId() {
    UUID first = UUID.randomUUID();
    UUID second = UUID.randomUUID();
    send("partner", "activity.created", 1, first, created("title", "200"));
    send("partner", "activity.created", 2, second, created("subject", "201"));

    await().atMost(PATIENCE).until(() -> state(first).equals("completed"));
    await().atMost(PATIENCE).until(() -> state(second).equals("completed"));
    assertThat(CALLS)
        .containsEntry(first.toString(), "200")
        .containsEntry(second.toString(), "201");
  }

  @Test
  void doesWhatTheOutcomeSays() {
    Map<String, String> states =
        Map.of(
            "410", "ignored",
            "422", "dead_letter",
            "429", "retry_scheduled",
            "503", "retry_scheduled");
    states.forEach(
        (answer, state) -> {
          UUID message = UUID.randomUUID();
          send("partner", "activity.created", 1, message, created("title", answer));
          await().atMost(PATIENCE).until(() -> state(message).equals(state));
        });
    assertThat(
            database
                .sql("SELECT error_code FROM inbox.delivery WHERE state = 'dead_letter'")
                .query(String.class)
                .list())
        .containsExactly("partner-refuses");
  }

  private static String created(String member, String answer) {
    return "{\"activityId\": \"%s\", \"%s\": \"%s\"}".formatted(UUID.randomUUID(), member, answer);
  }

  /** Answers with the number that it is sent. */
  private static void answer(HttpExchange exchange) throws IOException {
    String body =
        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).strip();
    CALLS.put(exchange.getRequestHeaders().getFirst("Idempotency-Key"), body);
    exchange.sendResponseHeaders(Integer.parseInt(body), -1);
    exchange.close();
  }

  private long count(String tenant, String assignee) {
    return database
        .sql("SELECT activities FROM counts.completed WHERE tenant_id = ? AND assignee = ?")
        .params(tenant, assignee)
        .query(Long.class)
        .single();
  }

  private String state(UUID message) {
    return database
        .sql("SELECT state FROM inbox.delivery WHERE message_id = ?")
        .param(message)
        .query(String.class)
        .optional()
        .orElse("");
  }

  // guide: sender
  private static void send(String handler, String type, int version, UUID id, String payload) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>("waybill." + handler, 0, bytes(id.toString()), bytes(payload));
    Map<String, String> headers =
        Map.of(
            WireHeaders.ID,
            id.toString(),
            WireHeaders.TYPE,
            type,
            WireHeaders.SCHEMA_VERSION,
            Integer.toString(version),
            WireHeaders.TENANT_ID,
            "acme",
            WireHeaders.PARTITION_KEY,
            "activity:" + id,
            WireHeaders.HANDLER,
            handler);
    headers.forEach((name, value) -> record.headers().add(name, bytes(value)));
    Future<RecordMetadata> sent = producer.send(record);
    await().until(sent::isDone);
  }

  // guide: end

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(String resource) {
    try (InputStream in = GuideIT.class.getClassLoader().getResourceAsStream(resource)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

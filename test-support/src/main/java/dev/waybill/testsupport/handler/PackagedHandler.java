package dev.waybill.testsupport.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.identity.TokenIssuer;
import dev.waybill.local.network.Ports;
import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.Signal;
import dev.waybill.testsupport.servers.Servers;
import dev.waybill.testsupport.servers.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A handler service as it is deployed: the jar that the module under test has built, a process of
 * its own, with the database and the topic of a test class. Closing it kills what still runs.
 */
public final class PackagedHandler implements AutoCloseable {
  /** How long anything that a handler does may take, also on a machine that is busy with more. */
  public static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final int ENDED_BY_TERM = 143;
  private static final List<String> ROLES = List.of("waybill_migrator", "waybill_handler");

  private final String name;
  private final URI address;
  private final ChildProcess process;
  private final TokenIssuer tokens;
  private final KafkaProducer<byte[], byte[]> producer;
  private final HttpClient http = HttpClient.newHttpClient();

  private PackagedHandler(
      String name,
      URI address,
      ChildProcess process,
      TokenIssuer tokens,
      KafkaProducer<byte[], byte[]> producer) {
    this.name = name;
    this.address = address;
    this.process = process;
    this.tokens = tokens;
    this.producer = producer;
  }

  /**
   * Starts it, and returns when it is ready.
   *
   * @param name of the handler and of its jar; it reads topic {@code waybill.<name>}
   * @param folder for the key that its tokens are signed with
   * @param settings further ones, each {@code name=value}
   */
  public static PackagedHandler start(
      String name, Servers servers, Path folder, String... settings) {
    TestDatabase database = servers.database();
    database.createRoles("dev/waybill/handler/roles.sql", ROLES);
    servers.createTopic(topic(name), 3);
    TokenIssuer tokens = new TokenIssuer();
    URI address = URI.create("http://127.0.0.1:" + Ports.free());
    ChildProcess process =
        ChildProcess.builder(name)
            .jar(Path.of("target", name + "-exec.jar"))
            .shortLived()
            .jvmOptions("-Xmx256m")
            .arguments(
                "--server.port=" + address.getPort(),
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.password=" + TestDatabase.PASSWORD,
                "--waybill.handler.migrator.username=" + ROLES.get(0),
                "--waybill.handler.migrator.password=" + TestDatabase.PASSWORD,
                "--waybill.handler.kafka.bootstrap-servers=" + servers.bootstrapServers(),
                "--spring.security.oauth2.resourceserver.jwt.public-key-location=file:"
                    + tokens.writePublicKey(folder))
            .arguments(Stream.of(settings).map(each -> "--" + each).toArray(String[]::new))
            .start();
    process.awaitHttp(
        address.resolve("/actuator/health/readiness"),
        answer -> answer.statusCode() == 200,
        PATIENCE);
    return new PackagedHandler(
        name,
        address,
        process,
        tokens,
        new KafkaProducer<>(
            // As the relay sends.
            Map.of("bootstrap.servers", servers.bootstrapServers(), "compression.type", "lz4"),
            new ByteArraySerializer(),
            new ByteArraySerializer()));
  }

  /** Sends a copy of each message, in this order, and waits until the broker has all of them. */
  public void send(ActivityMessage... messages) {
    try {
      for (ActivityMessage message : messages) {
        producer.send(message.copyFor(name, topic(name))).get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot send to " + topic(name), e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Asks as a person of a tenant, with these roles. */
  public HttpResponse<String> get(String path, String tenant, String... roles) {
    return send(
        request(path).header("Authorization", "Bearer " + tokens.token(tenant, "anna", roles)));
  }

  /** Asks without a token. */
  public HttpResponse<String> getAnonymously(String path) {
    return send(request(path));
  }

  /** Fails unless the answer is this problem, with a remedy, and tells nothing of the inside. */
  public static void assertProblem(HttpResponse<String> answer, int status, String type) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body())
        .contains("\"type\":\"urn:waybill:problem:" + type + "\"")
        .containsPattern("\"remedy\":\"[^\"]+\"")
        .doesNotContain("Exception", "springframework", "SQL");
  }

  /** Fails unless viewers, and nobody else, see how the handler does, and its meters. */
  public void assertTellsViewers() {
    String standing = "/actuator/handlers";
    String meters = "/actuator/prometheus";
    for (String path : List.of(standing, meters)) {
      assertProblem(getAnonymously(path), 401, "unauthenticated");
      assertProblem(get(path, "acme", "activity-reader"), 403, "forbidden");
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(get(standing, "acme", "viewer").body())
                  .contains("{\"%s\":{\"topic\":\"%s\"".formatted(name, topic(name)))
                  .contains("\"listening\":true");
              assertThat(get(meters, "acme", "viewer").body())
                  .contains("\nwaybill_handler_listening{handler=\"%s\"} 1.0\n".formatted(name));
            });
  }

  /** Asks it to end and waits until it has; the result is everything that it logged. */
  public String stop() {
    process.signal(Signal.TERM);
    assertThat(process.awaitExit(PATIENCE)).isEqualTo(ENDED_BY_TERM);
    try {
      return Files.readString(process.logFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    producer.close();
    process.close();
  }

  private static String topic(String name) {
    return "waybill." + name;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(address.resolve(path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new IllegalStateException(cause);
  }
}

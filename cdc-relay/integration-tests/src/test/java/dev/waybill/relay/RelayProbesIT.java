package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.local.identity.TokenIssuer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** What the relay tells anybody who asks; here one that reaches no server, since that is enough. */
class RelayProbesIT {

  private static final String NOWHERE = "127.0.0.1:1";

  private static final TokenIssuer ISSUER = new TokenIssuer();

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static ConfigurableApplicationContext relay;

  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeAll
  static void start(@TempDir Path folder) {
    relay =
        run(
            "--spring.security.oauth2.resourceserver.jwt.public-key-location=file:"
                + ISSUER.writePublicKey(folder));
  }

  private static ConfigurableApplicationContext run(String... more) {
    List<String> settings = new ArrayList<>();
    settings.add("--server.port=0");
    // On the class path of the tests only.
    settings.add(
        "--spring.autoconfigure.exclude=dev.waybill.outbox.autoconfigure.OutboxAutoConfiguration");
    settings.add("--waybill.relay.database.url=jdbc:postgresql://" + NOWHERE + "/waybill");
    settings.add("--waybill.relay.database.username=waybill_relay");
    settings.add("--waybill.relay.database.password=secret");
    settings.add("--waybill.relay.kafka.bootstrap-servers=" + NOWHERE);
    // What answers is the same, and ends sooner.
    settings.add("--waybill.relay.enabled=false");
    settings.addAll(List.of(more));
    return SpringApplication.run(RelayApplication.class, settings.toArray(String[]::new));
  }

  @AfterAll
  static void stop() {
    relay.close();
  }

  @Test
  void tellsAnybodyTheBareStatus() throws Exception {
    assertBareStatus(relay);
  }

  private void assertBareStatus(ConfigurableApplicationContext relay) throws Exception {
    HttpResponse<String> liveness = send(relay, "GET", "/actuator/health/liveness", null);
    HttpResponse<String> readiness = send(relay, "GET", "/actuator/health/readiness", null);

    assertThat(liveness.statusCode()).isEqualTo(200);
    assertThat(liveness.body()).isEqualTo("{\"status\":\"UP\"}");
    assertThat(readiness.statusCode()).isEqualTo(503);
    assertThat(readiness.body()).isEqualTo("{\"status\":\"OUT_OF_SERVICE\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/error",
        "/actuator",
        "/actuator/health",
        "/actuator/health/relay",
        "/actuator/health/db",
        "/actuator/health/readiness/relay",
        "/actuator/health/liveness/",
        "/actuator/env",
        "/actuator/metrics",
        "/actuator/prometheus",
        "/relay/anything",
        "/nowhere"
      })
  void tellsNobodyAnythingElse(String path) throws Exception {
    HttpResponse<String> answer = send(relay, "GET", path, null);

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).contains("urn:waybill:problem:unauthenticated", "remedy");
  }

  @ParameterizedTest
  @CsvSource({
    "viewer, 503",
    "operator, 503",
    "administrator, 503",
    "payload-viewer, 403",
    "activity-writer, 403"
  })
  void tellsViewersWhy(String role, int status) throws Exception {
    String token = ISSUER.token("acme", "anna", role);

    HttpResponse<String> answer = send(relay, "GET", "/actuator/health", token);

    assertThat(answer.statusCode()).isEqualTo(status);
    if (status == 503) {
      assertThat(answer.body()).contains("\"relay\"", "disabled by waybill.relay.enabled");
    }
  }

  @Test
  void tellsItsMetersAlsoWhileNoServerAnswers() throws Exception {
    String token = ISSUER.token("acme", "prometheus", "viewer");

    HttpResponse<String> answer = send(relay, "GET", "/actuator/prometheus", token);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .contains("\nwaybill_relay_store_available 0.0\n")
        .contains("\nwaybill_relay_broker_available 0.0\n")
        .contains("\nwaybill_relay_leader 0.0\n")
        .contains("\nwaybill_relay_lag_seconds 0.0\n");
  }

  @Test
  void takesNothing() throws Exception {
    HttpResponse<String> answer = send(relay, "POST", "/actuator/health/liveness", null);

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.body()).doesNotContain("UP");
  }

  @Test
  void runsWithoutAnIssuerAndThenSaysNothingButTheBareStatus() throws Exception {
    try (ConfigurableApplicationContext issuerless = run()) {
      assertBareStatus(issuerless);
      HttpResponse<String> answer =
          send(
              issuerless, "GET", "/actuator/health", ISSUER.token("acme", "anna", "administrator"));
      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.body()).contains("urn:waybill:problem:issuer-missing", "issuer-uri");
    }
  }

  private HttpResponse<String> send(
      ConfigurableApplicationContext to, String method, String path, @Nullable String token)
      throws IOException, InterruptedException {
    String port = to.getEnvironment().getRequiredProperty("local.server.port");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .method(method, BodyPublishers.noBody());
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }
}

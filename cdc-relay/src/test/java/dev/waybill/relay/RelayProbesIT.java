package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** What the relay tells anybody who asks; here one that reaches no server, since that is enough. */
class RelayProbesIT {

  private static final String NOWHERE = "127.0.0.1:1";

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static ConfigurableApplicationContext relay;

  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeAll
  static void start() {
    relay =
        SpringApplication.run(
            RelayApplication.class,
            "--server.port=0",
            // On the class path of the tests only.
            "--spring.autoconfigure.exclude=dev.waybill.outbox.autoconfigure.OutboxAutoConfiguration",
            "--waybill.relay.database.url=jdbc:postgresql://" + NOWHERE + "/waybill",
            "--waybill.relay.database.username=waybill_relay",
            "--waybill.relay.database.password=secret",
            "--waybill.relay.kafka.bootstrap-servers=" + NOWHERE);
  }

  @AfterAll
  static void stop() {
    relay.close();
  }

  @Test
  void tellsAnybodyTheBareStatus() throws Exception {
    HttpResponse<String> liveness = send("GET", "/actuator/health/liveness");
    HttpResponse<String> readiness = send("GET", "/actuator/health/readiness");

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
        "/actuator/health/readiness;a=b",
        "/actuator/env",
        "/actuator/metrics",
        "/nowhere"
      })
  void tellsNobodyAnythingElse(String path) throws Exception {
    HttpResponse<String> answer = send("GET", path);

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void takesNothing() throws Exception {
    HttpResponse<String> answer = send("POST", "/actuator/health/liveness");

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).isEmpty();
  }

  private HttpResponse<String> send(String method, String path)
      throws IOException, InterruptedException {
    String port = relay.getEnvironment().getRequiredProperty("local.server.port");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .method(method, BodyPublishers.noBody())
            .build();
    return http.send(request, BodyHandlers.ofString());
  }
}

package dev.waybill.access.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.access.Caller;
import dev.waybill.access.Role;
import dev.waybill.local.identity.TokenIssuer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Arrays;
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
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What any service gets by having the module on its class path. */
class AccessGateIT {

  private static final String[] SETTINGS = {
    "--server.port=0",
    "--server.address=127.0.0.1",
    "--management.endpoint.health.probes.enabled=true",
    "--management.endpoints.web.exposure.include=*",
  };

  private static final TokenIssuer ISSUER = new TokenIssuer();

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static ConfigurableApplicationContext service;

  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeAll
  static void start(@TempDir Path folder) {
    service =
        new SpringApplication(AnyService.class)
            .run(
                with(
                    "--spring.security.oauth2.resourceserver.jwt.public-key-location=file:"
                        + ISSUER.writePublicKey(folder)));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/me",
        "/",
        "/error",
        "/nowhere",
        "/login",
        "/.well-known/oauth-protected-resource",
        "/actuator",
        "/actuator/health",
        "/actuator/health/readiness/db",
        "/actuator/env",
        "/actuator/metrics"
      })
  void letsNobodyInWithoutAToken(String path) throws Exception {
    HttpResponse<String> answer = get(path, null);

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("content-type")).contains("application/problem+json");
    assertThat(answer.headers().firstValue("www-authenticate")).contains("Bearer");
    assertThat(answer.body()).contains("urn:waybill:problem:unauthenticated", "remedy");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/actuator/health/liveness", "/actuator/health/readiness"})
  void tellsAnybodyTheBareStatus(String path) throws Exception {
    HttpResponse<String> answer = get(path, null);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"status\":\"UP\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "viewer, 200",
    "operator, 200",
    "administrator, 200",
    "payload-viewer, 403",
    "other, 403"
  })
  void showsTheActuatorToViewersOnly(String role, int status) throws Exception {
    assertThat(get("/actuator/env", ISSUER.token("acme", "anna", role)).statusCode())
        .isEqualTo(status);
  }

  @Test
  void tellsAServiceWhoCalls() throws Exception {
    HttpResponse<String> answer = get("/me", ISSUER.token("acme", "anna", "viewer", "other"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("anna of acme");
  }

  @Test
  void answersARoleThatIsMissingWithItsName() throws Exception {
    HttpResponse<String> answer = get("/me", ISSUER.token("acme", "anna", "other"));

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("urn:waybill:problem:forbidden", "includes viewer");
  }

  @Test
  void refusesTheTokensOfOtherIssuers() throws Exception {
    HttpResponse<String> answer = get("/me", new TokenIssuer().token("acme", "anna", "viewer"));

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("www-authenticate"))
        .contains("Bearer error=\"invalid_token\"");
  }

  @Test
  void startsNoServiceThatTrustsNobody() {
    assertThatThrownBy(() -> new SpringApplication(AnyService.class).run(SETTINGS))
        .hasStackTraceContaining("Nothing says whose tokens to trust")
        .hasStackTraceContaining("issuer-uri");
  }

  @Test
  void answersOnlyTheProbesOfAServiceThatMayTrustNobody() throws Exception {
    try (ConfigurableApplicationContext issuerless =
        new SpringApplication(AnyService.class)
            .run(with("--waybill.access.without-issuer=refuse-requests"))) {
      HttpResponse<String> anonymous = get(issuerless, "/actuator/env", null);
      HttpResponse<String> withToken =
          get(issuerless, "/me", ISSUER.token("acme", "anna", "administrator"));

      assertThat(get(issuerless, "/actuator/health/liveness", null).statusCode()).isEqualTo(200);
      for (HttpResponse<String> answer : List.of(anonymous, withToken)) {
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body())
            .contains("urn:waybill:problem:issuer-missing", "whose tokens to trust", "issuer-uri");
      }
    }
  }

  @Test
  void startsNoServiceThatTakesTheTokensOfOthers() {
    String issuer =
        "--spring.security.oauth2.resourceserver.jwt.issuer-uri=https://identity.example";

    assertThatThrownBy(() -> new SpringApplication(AnyService.class).run(with(issuer)))
        .hasStackTraceContaining("which of the issuer's tokens are for this service")
        .hasStackTraceContaining("jwt.audiences");
  }

  private HttpResponse<String> get(String path, @Nullable String token)
      throws IOException, InterruptedException {
    return get(service, path, token);
  }

  private HttpResponse<String> get(
      ConfigurableApplicationContext service, String path, @Nullable String token)
      throws IOException, InterruptedException {
    String port = service.getEnvironment().getRequiredProperty("local.server.port");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static String[] with(String setting) {
    String[] all = Arrays.copyOf(SETTINGS, SETTINGS.length + 1);
    all[SETTINGS.length] = setting;
    return all;
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(Me.class)
  static class AnyService {}

  @RestController
  static class Me {

    @GetMapping("/me")
    String me(Caller caller) {
      caller.require(Role.VIEWER);
      return caller.user() + " of " + caller.tenant();
    }
  }
}

package dev.waybill.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.activity.testbed.Answer;
import dev.waybill.activity.testbed.Http;
import dev.waybill.activity.testbed.RunningService;
import dev.waybill.activity.testbed.WriterDatabase.Counts;
import dev.waybill.local.identity.TokenIssuer;
import dev.waybill.testsupport.servers.Servers;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in, and how far. */
class AccessIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension static final RunningService service = new RunningService(servers);

  private static final String CALL = "{\"type\": \"call\", \"title\": \"Call back\"}";

  private final Http anna = service.as("acme", "anna");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/activities",
        "/activities/recent",
        "/activities/1",
        "/openapi.yaml",
        "/nowhere",
        "/error",
        "/.well-known/oauth-protected-resource",
        "/actuator",
        "/actuator/health",
        "/actuator/health/db"
      })
  void letsNobodyInWithoutAToken(String path) {
    Answer answer = service.anonymous().get(path).isProblem(401, "unauthenticated");

    assertThat(answer.response().headers().firstValue("www-authenticate")).contains("Bearer");
    service.anonymous().post(path, CALL).isProblem(401, "unauthenticated");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/actuator/health/liveness", "/actuator/health/readiness"})
  void tellsAnybodyTheBareStatus(String path) {
    Answer answer = service.anonymous().get(path);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.response().body()).isEqualTo("{\"status\":\"UP\"}");
  }

  @ParameterizedTest
  @MethodSource("uselessTokens")
  void refusesAUselessToken(String token) {
    Answer answer =
        service.anonymous().as(token).post("/activities", CALL).isProblem(401, "unauthenticated");

    assertThat(answer.response().headers().firstValue("www-authenticate"))
        .contains("Bearer error=\"invalid_token\"");
  }

  static Stream<String> uselessTokens() {
    TokenIssuer tokens = service.tokens();
    return Stream.of(
        "nonsense",
        new TokenIssuer().token("acme", "anna", "activity-writer"),
        tokens.token(claims -> claims.subject("anna").claim("roles", List.of("activity-writer"))),
        tokens.token(claims -> claims.claim("tenant", "acme").claim("roles", List.of())),
        tokens.token(claims -> claims.claim("tenant", " ").subject("anna")),
        tokens.token(claims -> claims.claim("tenant", 7).subject("anna")),
        tokens.token(claims -> claims.claim("tenant", "acme").subject("a".repeat(201))),
        tokens.token(
            claims ->
                claims.claim("tenant", "acme").subject("anna").claim("roles", "activity-writer")),
        tokens.token(
            claims -> claims.claim("tenant", "acme").subject("anna").claim("roles", List.of(7))),
        tokens.token(claims -> claims.claim("tenant", "acme").subject("anna").expirationTime(null)),
        tokens.token(
            claims ->
                claims
                    .claim("tenant", "acme")
                    .subject("anna")
                    .expirationTime(Date.from(Instant.now().minusSeconds(120)))));
  }

  @Test
  void letsNobodyDoWhatTheRolesDoNotAllow() {
    String id = service.planned(anna);
    Counts before = service.database().counts();
    Http reader = service.anonymous().as(service.tokens().token("acme", "rita", "activity-reader"));
    Http nobody = service.anonymous().as(service.tokens().token("acme", "nick", "admin"));

    for (Http caller : List.of(reader, nobody)) {
      caller.post("/activities", CALL).isProblem(403, "forbidden");
      everyChange(caller, id).forEach(answer -> answer.isProblem(403, "forbidden"));
    }
    nobody.get("/activities/" + id).isProblem(403, "forbidden");
    nobody.get("/activities/recent").isProblem(403, "forbidden");
    anna.get("/actuator/health").isProblem(403, "forbidden");
    assertThat(reader.get("/activities/" + id).status()).isEqualTo(200);
    assertThat(service.database().counts()).isEqualTo(before);
  }

  @Test
  void hidesTheActivitiesOfOtherTenants() {
    String id = service.planned(anna);
    Counts before = service.database().counts();
    Http other = service.as("globex", "gus");

    Answer hidden = other.get("/activities/" + id).isProblem(404, "unknown-activity");
    everyChange(other, id).forEach(answer -> answer.isProblem(404, "unknown-activity"));

    Answer absent = other.get("/activities/01990000-0000-7000-8000-000000000000");
    assertThat(hidden.text("detail")).isEqualTo(absent.text("detail"));
    assertThat(other.get("/activities/recent").json().path("activities").size()).isZero();
    assertThat(anna.get("/activities/" + id).text("status")).isEqualTo("open");
    assertThat(service.database().counts()).isEqualTo(before);
  }

  /** What the caller is answered to each operation on the activity. */
  private static List<Answer> everyChange(Http caller, String id) {
    String path = "/activities/" + id;
    String assignment = "{\"version\": 1, \"assignee\": \"gus\"}";
    return List.of(
        caller.patch(path, "{\"version\": 1, \"title\": \"Mine\"}"),
        caller.post(path + "/assign", assignment),
        caller.post(path + "/reassign", assignment),
        caller.post(path + "/start", "{\"version\": 1}"),
        caller.post(path + "/reschedule", "{\"version\": 1, \"dueAt\": \"2026-03-05T09:00:00Z\"}"),
        caller.post(path + "/complete", "{\"version\": 1}"),
        caller.post(path + "/cancel", "{\"version\": 1}"),
        caller.delete(path + "?version=1"));
  }
}

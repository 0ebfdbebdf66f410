package dev.waybill.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.activity.testbed.Answer;
import dev.waybill.activity.testbed.Http;
import dev.waybill.activity.testbed.RunningService;
import dev.waybill.activity.testbed.WriterDatabase.Counts;
import dev.waybill.testsupport.servers.Servers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Every bad request is answered with a problem, and leaves nothing behind. */
class BadInputIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension static final RunningService service = new RunningService(servers);

  private static final String UNKNOWN = "01990000-0000-7000-8000-000000000000";

  private final Http anna = service.as("acme", "anna");
  private static String open = "";
  private static String completed = "";

  private @Nullable Counts before;

  @BeforeEach
  void plan() {
    if (open.isEmpty()) { // No test changes them.
      open = service.planned(anna);
      completed = service.planned(anna);
      assertThat(complete(completed, "{\"version\": 1}").status()).isEqualTo(200);
    }
    before = service.database().counts();
  }

  @AfterEach
  void nothingWasLeftBehind() {
    assertThat(service.database().counts()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "type    | {`title`: `x`}",
        "type    | {`type`: null, `title`: `x`}",
        "type    | {`type`: `CALL`, `title`: `x`}",
        "type    | {`type`: `nap`, `title`: `x`}",
        "title   | {`type`: `call`}",
        "title   | {`type`: `call`, `title`: ``}",
        "title   | {`type`: `call`, `title`: `  `}",
        "title   | {`type`: `call`, `title`: `a\\u0000b`}",
        "title   | {`type`: `call`, `title`: `a\\ud800b`}",
        "title   | {`type`: `call`, `title`: {}}",
        "title   | {`type`: `call`, `title`: [`x`]}",
        "assignee| {`type`: `call`, `title`: `x`, `assignee`: ``}",
        "asignee | {`type`: `call`, `title`: `x`, `asignee`: `user-1`}",
        "dueAt   | {`type`: `call`, `title`: `x`, `dueAt`: `tomorrow`}",
        "dueAt   | {`type`: `call`, `title`: `x`, `dueAt`: `2026-03-05T09:00:00`}",
        "dueAt   | {`type`: `call`, `title`: `x`, `dueAt`: `2026-02-30T09:00:00Z`}",
        "dueAt   | {`type`: `call`, `title`: `x`, `dueAt`: `+12026-03-05T09:00:00Z`}",
        "dueAt   | {`type`: `call`, `title`: `x`, `dueAt`: `0000-03-05T09:00:00Z`}",
        "visibility | {`type`: `call`, `title`: `x`, `visibility`: `secret`}",
        "visibility | {`type`: `call`, `title`: `x`, `visibility`: `personal`}"
      })
  void refusesAFieldOfANewActivity(String field, String body) {
    anna.post("/activities", body.replace('`', '"'))
        .isProblem(400, "invalid-request")
        .namesField(field);
  }

  @Test
  void namesEveryWrongField() {
    Answer answer =
        anna.post("/activities", "{\"type\": \"nap\", \"title\": \"\", \"dueAt\": \"soon\"}")
            .isProblem(400, "invalid-request");

    assertThat(answer.json().path("errors").valueStream().map(e -> e.path("field").asString()))
        .containsExactly("type", "title", "dueAt");
  }

  @Test
  void countsCharactersAsPeopleDo() {
    String longest = "\ud83d\ude9a".repeat(200);

    anna.post("/activities", "{\"type\": \"call\", \"title\": \"" + longest + "x\"}")
        .isProblem(400, "invalid-request")
        .namesField("title");
    assertThat(
            anna.post("/activities", "{\"type\": \"call\", \"title\": \"" + longest + "\"}")
                .status())
        .isEqualTo(201);
    before = service.database().counts();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "version | {}",
        "version | {`version`: 0}",
        "version | {`version`: -1}",
        "version | {`version`: 1.5}",
        "version | {`version`: `1`}",
        "version | {`version`: 99999999999999999999}",
        "version | {`version`: true}",
        "outcome | {`version`: 1, `outcome`: ``}",
        "outcom  | {`version`: 1, `outcom`: `x`}",
        "followUpAt | {`version`: 1, `followUpAt`: `tomorrow`}"
      })
  void refusesAFieldOfACompletion(String field, String body) {
    complete(open, body.replace('`', '"')).isProblem(400, "invalid-request").namesField(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "PATCH | '' | title | {`version`: 1}",
        "PATCH | '' | title | {`version`: 1, `title`: ` `}",
        "PATCH | '' | type | {`version`: 1, `type`: `nap`}",
        "PATCH | '' | dueAt | {`version`: 1, `dueAt`: `2026-03-05T09:00:00Z`}",
        "PATCH | '' | version | {`title`: `x`}",
        "POST | /assign | assignee | {`version`: 1}",
        "POST | /assign | version | {`assignee`: `bert`}",
        "POST | /reassign | assignee | {`version`: 1, `assignee`: `\\u0000`}",
        "POST | /start | version | {}",
        "POST | /start | outcome | {`version`: 1, `outcome`: `x`}",
        "POST | /reschedule | dueAt | {`version`: 1}",
        "POST | /reschedule | dueAt | {`version`: 1, `dueAt`: `tomorrow`}",
        "POST | /cancel | reason | {`version`: 1, `reason`: ``}",
        "POST | /cancel | version | {`version`: `1`}"
      })
  void refusesAFieldOfAChange(String method, String operation, String field, String body) {
    anna.send(
            method,
            "/activities/" + open + operation.replace("'", ""),
            "application/json",
            body.replace('`', '"'))
        .isProblem(400, "invalid-request")
        .namesField(field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?version=", "?version=0", "?version=one", "?version=1.0", "?v=1"})
  void refusesToDeleteWithoutAVersion(String query) {
    anna.delete("/activities/" + open + query)
        .isProblem(400, "invalid-request")
        .namesField("version");
  }

  @Test
  void tellsWhatIsPossibleInstead() {
    Answer answer =
        anna.post("/activities/" + completed + "/cancel", "{\"version\": 2}")
            .isProblem(409, "wrong-status");

    assertThat(answer.text("activityStatus")).isEqualTo("completed");
    assertThat(answer.json().path("possible").valueStream().map(JsonNode::asString))
        .containsExactly("delete");
  }

  @Test
  void refusesToAssignWhatIsAssignedAndToReassignWhatIsNot() {
    String assigned =
        anna.post("/activities", "{\"type\":\"call\",\"title\":\"x\",\"assignee\":\"bert\"}")
            .text("id");
    before = service.database().counts();
    String body = "{\"version\": 1, \"assignee\": \"bert\"}";

    anna.post("/activities/" + assigned + "/assign", body).isProblem(409, "already-assigned");
    anna.post("/activities/" + open + "/reassign", body).isProblem(409, "not-assigned");
    anna.post("/activities/" + assigned + "/reassign", body).isProblem(422, "nothing-changes");
  }

  @ParameterizedTest
  @MethodSource("uselessKeys")
  void refusesAUselessIdempotencyKey(String... headers) {
    anna.post("/activities", "{\"type\":\"call\",\"title\":\"x\"}", headers)
        .isProblem(400, "invalid-request")
        .namesField("Idempotency-Key");
  }

  static Stream<Arguments> uselessKeys() {
    String name = "Idempotency-Key";
    return Stream.of(
        Arguments.of((Object) new String[] {name, ""}),
        Arguments.of((Object) new String[] {name, "a b"}),
        Arguments.of((Object) new String[] {name, "x".repeat(256)}),
        Arguments.of((Object) new String[] {name, "one", name, "two"}));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"type\": \"call\",}", "not json", "null", "[]", "7", "{} {}"})
  void refusesABodyThatIsNoJsonObject(String body) {
    anna.post("/activities", body).isProblem(400, "malformed-json");
  }

  @Test
  void tellsExpectedAndActualVersion() {
    Answer answer = complete(open, "{\"version\": 7}").isProblem(409, "wrong-version");

    assertThat(answer.json().path("expectedVersion").asLong()).isEqualTo(7);
    assertThat(answer.json().path("actualVersion").asLong()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void refusesToCompleteTwice(long version) {
    Answer answer =
        complete(completed, "{\"version\": " + version + "}").isProblem(409, "already-completed");

    assertThat(answer.json().path("actualVersion").asLong()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {UNKNOWN, "7", "1-1-7-8-1", "..%20", "%27%20or%201=1"})
  void knowsNoOtherActivity(String id) {
    anna.get("/activities/" + id).isProblem(404, "unknown-activity");
    complete(id, "{\"version\": 1}").isProblem(404, "unknown-activity");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "101", "many", "1.5", "99999999999"})
  void refusesALimit(String limit) {
    anna.get("/activities/recent?limit=" + limit)
        .isProblem(400, "invalid-request")
        .namesField("limit");
  }

  @Test
  void refusesOtherMediaTypes() {
    anna.send("POST", "/activities", "text/plain", "title=x")
        .isProblem(415, "unsupported-media-type");
    anna.send("POST", "/activities", null, "{}").isProblem(415, "unsupported-media-type");
    anna.get("/activities/recent", "Accept", "text/html").isProblem(406, "not-acceptable");
    anna.post("/activities", "{\"type\":\"call\",\"title\":\"x\"}", "Accept", "text/html")
        .isProblem(406, "not-acceptable");
  }

  @Test
  void refusesOtherMethodsAndPaths() {
    Answer answer = anna.send("PUT", "/activities/" + open, "application/json", "{}");

    answer.isProblem(405, "method-not-allowed");
    assertThat(answer.header("allow")).contains("GET", "PATCH", "DELETE");
    assertThat(answer.text("remedy")).contains("GET");
    anna.get("/activities").isProblem(405, "method-not-allowed");
    anna.get("/nowhere").isProblem(404, "unknown-path");
    service
        .anonymous()
        .as(service.tokens().token("acme", "vera", "viewer"))
        .get("/actuator/env")
        .isProblem(404, "unknown-path");
  }

  @Test
  void answersWhatTheFirewallStopsWithAProblemToo() {
    anna.get("/activities/a;b").isProblem(400, "bad-request");
  }

  private Answer complete(String id, String body) {
    return anna.post("/activities/" + id + "/complete", body);
  }
}

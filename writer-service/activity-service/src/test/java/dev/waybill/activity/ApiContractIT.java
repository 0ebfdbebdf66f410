package dev.waybill.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.activity.testbed.Answer;
import dev.waybill.activity.testbed.Http;
import dev.waybill.activity.testbed.OpenApi;
import dev.waybill.activity.testbed.RunningService;
import dev.waybill.testsupport.servers.Servers;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The API does what its description says, and what those who use it rely on. */
class ApiContractIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension static final RunningService service = new RunningService(servers);

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String ITEM = "/activities/{id}";

  private final Http anna = service.as("contract-tenant", "anna");
  private final OpenApi described = OpenApi.parse(anna.get("/openapi.yaml").response().body());

  @Test
  void isServedAsItIsCommitted() throws IOException {
    Answer served = anna.get("/openapi.yaml");

    assertThat(served.contentType()).isEqualTo("application/yaml");
    assertThat(served.response().body())
        .isEqualTo(resource("/dev/waybill/activity/http/openapi.yaml"));
    assertThat(anna.get("/openapi.yaml", "Accept", "application/yaml").status()).isEqualTo(200);
  }

  @Test
  void describesEveryEndpointAndNoOther() {
    Set<String> there = new TreeSet<>();
    endpoints().forEach((info, method) -> there.add(operation(info)));

    assertThat(described.operations()).isEqualTo(there);
  }

  @Test
  void describesEveryMemberOfARequestAndNoOther() {
    endpoints()
        .forEach(
            (info, method) -> {
              String[] operation = operation(info).split(" ");
              assertThat(described.requestMembers(operation[0], operation[1]))
                  .as(operation(info))
                  .isEqualTo(bodyMembers(method));
            });
  }

  @Test
  void answersAsDescribed() {
    Set<String> members = new HashSet<>();
    Answer created =
        asDescribed(
            201,
            "POST /activities",
            anna.post("/activities", "{\"type\": \"visit\", \"title\": \"Visit\"}"));
    String path = "/activities/" + created.text("id");
    List<Answer> answers =
        List.of(
            created,
            changed(
                "PATCH " + ITEM, anna.patch(path, "{\"version\": 1, \"title\": \"Visit Graz\"}")),
            changed(
                "POST " + ITEM + "/assign",
                anna.post(path + "/assign", "{\"version\": 2, \"assignee\": \"bert\"}")),
            changed(
                "POST " + ITEM + "/reassign",
                anna.post(path + "/reassign", "{\"version\": 3, \"assignee\": \"carl\"}")),
            changed("POST " + ITEM + "/start", anna.post(path + "/start", "{\"version\": 4}")),
            changed(
                "POST " + ITEM + "/reschedule",
                anna.post(
                    path + "/reschedule",
                    "{\"version\": 5, \"dueAt\": \"2026-04-01T11:00:00+02:00\"}")),
            changed(
                "POST " + ITEM + "/complete",
                anna.post(path + "/complete", "{\"version\": 6, \"outcome\": \"Seen\"}")),
            changed("GET " + ITEM, anna.get(path)),
            changed(
                "POST " + ITEM + "/cancel",
                anna.post(
                    "/activities/" + service.planned(anna) + "/cancel",
                    "{\"version\": 1, \"reason\": \"Sold\"}")));
    answers.forEach(answer -> members.addAll(answer.json().propertyNames()));
    asDescribed(200, "GET /activities/recent", anna.get("/activities/recent"));
    asDescribed(204, "DELETE " + ITEM, anna.delete(path + "?version=7"));

    assertThat(members).isEqualTo(described.members("Activity"));
  }

  @Test
  void refusesAsDescribed() {
    String id = service.planned(anna);
    String path = "/activities/" + id;
    String seen = "{\"version\": 1}";
    String mine = "{\"version\": 1, \"assignee\": \"anna\"}";
    String start = "POST " + ITEM + "/start";
    anna.post("/activities/" + service.planned(anna) + "/start", seen, "Idempotency-Key", "used");
    refused(400, "invalid-request", start, anna.post(path + "/start", "{}"));
    refused(400, "malformed-json", start, anna.post(path + "/start", "{"));
    refused(
        415,
        "unsupported-media-type",
        start,
        anna.send("POST", path + "/start", "text/plain", seen));
    refused(406, "not-acceptable", start, anna.post(path + "/start", seen, "Accept", "text/html"));
    refused(401, "unauthenticated", start, service.anonymous().post(path + "/start", seen));
    refused(403, "forbidden", start, reader().post(path + "/start", seen));
    refused(404, "unknown-activity", start, anna.post("/activities/7/start", seen));
    refused(409, "wrong-version", start, anna.post(path + "/start", "{\"version\": 2}"));
    refused(
        409,
        "idempotency-key-reused",
        start,
        anna.post(path + "/start", seen, "Idempotency-Key", "used"));
    refused(
        409,
        "idempotency-key-reused",
        "POST /activities",
        anna.post("/activities", "{\"type\":\"call\",\"title\":\"x\"}", "Idempotency-Key", "used"));
    refused(409, "not-assigned", "POST " + ITEM + "/reassign", anna.post(path + "/reassign", mine));
    anna.post(path + "/assign", mine);
    String later = mine.replace('1', '2');
    refused(
        409, "already-assigned", "POST " + ITEM + "/assign", anna.post(path + "/assign", later));
    refused(
        422, "nothing-changes", "POST " + ITEM + "/reassign", anna.post(path + "/reassign", later));
    anna.post(path + "/complete", "{\"version\": 2}");
    refused(
        409,
        "already-completed",
        "POST " + ITEM + "/complete",
        anna.post(path + "/complete", "{\"version\": 3}"));
    refused(409, "wrong-status", start, anna.post(path + "/start", "{\"version\": 3}"));
  }

  /** Members may be added here; what is there stays, with its meaning, for those who rely on it. */
  @Test
  void keepsTheRecentReadAsItIsPinned() throws IOException {
    Http dora = service.as("recent-contract", "dora");
    String open =
        dora.post("/activities", "{\"type\":\"call\",\"title\":\"Call back\"}").text("id");
    String started = planned(dora);
    String completed = planned(dora);
    String cancelled = planned(dora);
    String deleted = planned(dora);
    dora.post("/activities/" + started + "/start", "{\"version\": 1}");
    dora.post("/activities/" + completed + "/complete", "{\"version\": 1, \"outcome\": \"Seen\"}");
    dora.post("/activities/" + cancelled + "/cancel", "{\"version\": 1, \"reason\": \"Sold\"}");
    dora.delete("/activities/" + deleted + "?version=1");
    String answer = dora.get("/activities/recent").response().body();

    assertThat(JSON.readTree(normalised(answer, open, started, completed, cancelled)))
        .isEqualTo(JSON.readTree(resource("/pinned/recent.json")));
  }

  /** The requests and the members of the release before there were more operations than two. */
  @Test
  void goesOnForClientsOfTheFirstRelease() {
    Answer created =
        anna.post(
            "/activities",
            "{\"type\":\"visit\",\"title\":\"Visit\",\"assignee\":\"user-17\","
                + "\"dueAt\":\"2026-03-05T09:00:00Z\"}");
    Answer completed =
        anna.post(
            "/activities/" + created.text("id") + "/complete",
            "{\"version\":1,\"outcome\":\"Seen\"}");

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("location")).isEqualTo("/activities/" + created.text("id"));
    assertThat(created.text("status")).isEqualTo("open");
    assertThat(completed.status()).isEqualTo(200);
    assertThat(completed.text("status")).isEqualTo("completed");
    assertThat(created.json().propertyNames())
        .contains(
            "id",
            "version",
            "status",
            "type",
            "title",
            "assignee",
            "dueAt",
            "createdAt",
            "createdBy");
    assertThat(completed.json().propertyNames())
        .containsAll(created.json().propertyNames())
        .contains("completedAt", "completedBy", "outcome");
  }

  private static String planned(Http caller) {
    return caller
        .post(
            "/activities",
            "{\"type\":\"visit\",\"title\":\"Visit\",\"assignee\":\"user-17\","
                + "\"dueAt\":\"2026-03-05T09:00:00Z\",\"visibility\":\"internal\"}")
        .text("id");
  }

  private static String normalised(String answer, String... ids) {
    String text = answer;
    for (int i = 0; i < ids.length; i++) {
      text = text.replace(ids[i], "activity-" + i);
    }
    return text.replaceAll(
        "((?:created|changed|started|completed|cancelled)At\":)\"[^\"]+Z\"", "$1\"time\"");
  }

  private static Http reader() {
    return service
        .anonymous()
        .as(service.tokens().token("contract-tenant", "rita", "activity-reader"));
  }

  private Answer changed(String operation, Answer answer) {
    return asDescribed(200, operation, answer);
  }

  private Answer asDescribed(int status, String operation, Answer answer) {
    assertThat(answer.status()).as("%s: %s", operation, answer.response().body()).isEqualTo(status);
    JsonNode response = response(operation, status);
    assertThat(response.isObject()).as("%s describes %s", operation, status).isTrue();
    JsonNode content = response.path("content");
    if (content.isMissingNode()) {
      assertThat(answer.response().body()).isEmpty();
    } else {
      assertThat(content.propertyNames()).containsExactly(answer.contentType());
      assertThat(
              described.violations(
                  content.path(answer.contentType()).path("schema"), answer.response().body()))
          .isEmpty();
    }
    return answer;
  }

  private void refused(int status, String problem, String operation, Answer answer) {
    answer.isProblem(status, problem);
    asDescribed(status, operation, answer);
    assertThat(response(operation, status).path("description").asString()).contains(problem);
    assertThat(described.members("Problem")).containsAll(answer.json().propertyNames());
  }

  private JsonNode response(String operation, int status) {
    String[] parts = operation.split(" ");
    return described.response(parts[0], parts[1], status);
  }

  private static Map<RequestMappingInfo, HandlerMethod> endpoints() {
    return service
        .bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
        .getHandlerMethods()
        .entrySet()
        .stream()
        .filter(e -> e.getValue().getBeanType().getPackageName().startsWith("dev.waybill.activity"))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static String operation(RequestMappingInfo info) {
    return info.getMethodsCondition().getMethods().iterator().next()
        + " "
        + info.getPatternValues().iterator().next();
  }

  private static Set<String> bodyMembers(HandlerMethod method) {
    return Arrays.stream(method.getMethodParameters())
        .filter(parameter -> parameter.hasParameterAnnotation(RequestBody.class))
        .map(MethodParameter::getParameterType)
        .flatMap(type -> Stream.of(type.getRecordComponents()))
        .map(RecordComponent::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String resource(String name) throws IOException {
    try (InputStream stream =
        Objects.requireNonNull(ApiContractIT.class.getResourceAsStream(name), name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

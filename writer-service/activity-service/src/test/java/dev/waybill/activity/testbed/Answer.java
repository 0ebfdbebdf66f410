package dev.waybill.activity.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What came back over HTTP. */
public record Answer(HttpResponse<String> response) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  public int status() {
    return response.statusCode();
  }

  public String contentType() {
    return response.headers().firstValue("content-type").orElse("");
  }

  /** A header's value, empty when it was not sent. */
  public String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  public JsonNode json() {
    return JSON.readTree(response.body());
  }

  public String text(String member) {
    return json().path(member).asString("");
  }

  /** Expects a problem that says what is wrong and what to do, and nothing of the inside. */
  public Answer isProblem(int status, String name) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(contentType()).isEqualTo("application/problem+json");
    assertThat(text("type")).isEqualTo("urn:waybill:problem:" + name);
    assertThat(json().path("status").asInt()).isEqualTo(status);
    assertThat(text("title")).isNotBlank();
    assertThat(text("detail")).isNotBlank();
    assertThat(text("remedy")).isNotBlank();
    assertThat(response.body())
        .doesNotContain("Exception", "dev.waybill", "springframework", "SQL", "audit_entry");
    return this;
  }

  /** Expects that this is the one field that is wrong. */
  public void namesField(String field) {
    assertThat(json().path("errors").size()).as(response.body()).isEqualTo(1);
    assertThat(json().path("errors").path(0).path("field").asString("")).isEqualTo(field);
    assertThat(json().path("errors").path(0).path("message").asString("")).isNotBlank();
  }
}

package dev.waybill.lab.demo;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Speaks to the activity service as one user. */
final class ActivityClient {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI service;
  private final String token;

  ActivityClient(URI service, String token) {
    this.service = service;
    this.token = token;
  }

  Activity create(String type, String title) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("type", type);
    body.put("title", title);
    return post("/activities", body, 201);
  }

  Activity complete(Activity activity, String outcome) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("version", activity.version());
    body.put("outcome", outcome);
    return post("/activities/" + activity.id() + "/complete", body, 200);
  }

  private Activity post(String path, ObjectNode body, int expectedStatus) {
    HttpRequest request =
        HttpRequest.newBuilder(service.resolve(path))
            .timeout(Duration.ofSeconds(30))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.toString()))
            .build();
    HttpResponse<String> response = send(request);
    if (response.statusCode() != expectedStatus) {
      throw CommandFailure.of(
          ExitCode.FAILURE,
          "POST %s was answered with %d".formatted(path, response.statusCode()),
          "read the answer: " + response.body());
    }
    JsonNode activity = JSON.readTree(response.body());
    return new Activity(activity.get("id").asString(), activity.get("version").asLong());
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw CommandFailure.because(
          ExitCode.UNREACHABLE,
          "the activity service did not answer " + request.uri(),
          e.toString(),
          "see its log in the data folder",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + request.uri(), e);
    }
  }

  /** An activity as the service answered it. */
  record Activity(String id, long version) {}
}

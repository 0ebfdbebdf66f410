package dev.waybill.handler.endpoint;

import dev.waybill.handler.testbed.RunningParcels;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One instance's endpoint, as somebody with a token uses it. */
record Api(RunningParcels instance, @Nullable String token) {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String EXECUTE = "{\"reason\": \"a test wants it\", \"execute\": true%s}";

  /** The same for somebody else. */
  Api as(@Nullable String other) {
    return new Api(instance, other);
  }

  Answer get(String path) {
    return send("GET", path, "");
  }

  Answer post(String path, String body) {
    return send("POST", path, body);
  }

  /** Orders it, with a reason. */
  Answer execute(String path) {
    return post(path, EXECUTE.formatted(""));
  }

  /** Orders it for the handler of the tests. */
  Answer executeForParcels(String path) {
    return post(path, EXECUTE.formatted(", \"handler\": \"parcels\""));
  }

  private Answer send(String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(instance.address().resolve("/waybill" + path))
            .header("Content-Type", "application/json")
            .method(
                method,
                method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      HttpResponse<String> answer = HTTP.send(request.build(), BodyHandlers.ofString());
      return new Answer(answer.statusCode(), answer.body());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  record Answer(int status, String body) {

    JsonNode json() {
      return JSON.readTree(body);
    }

    /** The outcome of the only item. */
    String outcome() {
      return json().path("items").path(0).path("outcome").asString("");
    }

    /** The only delivery of a lookup. */
    JsonNode delivery() {
      return json().path("deliveries").path(0);
    }
  }
}

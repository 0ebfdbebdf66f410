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
import tools.jackson.databind.node.ObjectNode;

/** Calls one service as one user. Safe for use from several threads. */
final class HttpCalls {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI service;
  private final String token;

  HttpCalls(URI service, String token) {
    this.service = service;
    this.token = token;
  }

  JsonNode get(String path) {
    return JSON.readTree(text(path));
  }

  String text(String path) {
    return call("GET", path, request(path).GET(), 200);
  }

  JsonNode post(String path, ObjectNode body, int expectedStatus) {
    HttpRequest.Builder request =
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.toString()));
    return JSON.readTree(call("POST", path, request, expectedStatus));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(service.resolve(path))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + token);
  }

  private String call(String method, String path, HttpRequest.Builder request, int expectedStatus) {
    HttpResponse<String> response = send(request.build());
    if (response.statusCode() != expectedStatus) {
      throw CommandFailure.of(
          ExitCode.FAILURE,
          "%s %s was answered with %d".formatted(method, path, response.statusCode()),
          "read the answer: " + response.body());
    }
    return response.body();
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw CommandFailure.because(
          ExitCode.UNREACHABLE,
          "no answer from " + request.uri(),
          e.toString(),
          "see the service's log in the data folder",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + request.uri(), e);
    }
  }
}

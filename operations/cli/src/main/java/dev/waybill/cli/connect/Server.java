package dev.waybill.cli.connect;

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
import java.util.concurrent.CancellationException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** Asks a server over HTTP and takes its JSON, or its problem apart. */
public final class Server {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final URI base;
  private final String token;
  private final Peer peer;

  Server(URI base, String token, Peer peer) {
    this.base = base;
    this.token = token;
    this.peer = peer;
  }

  /**
   * Who is expected there.
   *
   * @param option the option that says where
   * @param kind what it is a process of
   * @param otherwise what works without it, in the words of a remedy; may be empty
   */
  record Peer(String option, String kind, String otherwise) {}

  /**
   * What is at a path.
   *
   * @throws CommandFailure with the server's problem, or when it does not answer
   */
  public JsonNode get(String path) {
    return send(request(path).GET());
  }

  /** What the server answers to a body. Throws as {@link #get}. */
  public JsonNode post(String path, JsonNode body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.toString())));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .timeout(PATIENCE)
        .header("Accept", "application/json, application/problem+json")
        .header("Authorization", "Bearer " + token);
  }

  private JsonNode send(HttpRequest.Builder request) {
    HttpResponse<String> answer;
    try {
      answer = http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw CommandFailure.because(
          ExitCode.UNREACHABLE,
          base + " does not answer",
          e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage(),
          "check "
              + peer.option()
              + ", and that a process of "
              + peer.kind()
              + " runs there"
              + peer.otherwise(),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    }
    JsonNode body = json(answer.body());
    if (answer.statusCode() / 100 == 2) {
      return body;
    }
    throw CommandFailure.of(
        exitCode(answer.statusCode()),
        body.path("detail").asString(base + " answered " + answer.statusCode()),
        body.path("remedy")
            .asString(
                "check that %s is a process of %s, of this version"
                    .formatted(peer.option(), peer.kind())));
  }

  private static JsonNode json(String body) {
    try {
      return JSON.readTree(body);
    } catch (JacksonException e) {
      return JsonNodeFactory.instance.objectNode();
    }
  }

  private static ExitCode exitCode(int status) {
    return switch (status) {
      case 400, 422 -> ExitCode.USAGE;
      case 401, 403 -> ExitCode.DENIED;
      case 404 -> ExitCode.NOTHING_FOUND;
      case 409 -> ExitCode.CONFLICT;
      case 502, 503, 504 -> ExitCode.UNREACHABLE;
      default -> ExitCode.FAILURE;
    };
  }
}

package dev.waybill.activity.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Speaks to the service as one caller. Immutable. */
public final class Http {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final String JSON = "application/json";

  private final int port;
  private final @Nullable String token;

  private Http(int port, @Nullable String token) {
    this.port = port;
    this.token = token;
  }

  public static Http at(int port) {
    return new Http(port, null);
  }

  public Http as(String token) {
    return new Http(port, token);
  }

  public Answer get(String path, String... headers) {
    return send("GET", path, null, null, headers);
  }

  public Answer post(String path, String body, String... headers) {
    return send("POST", path, JSON, body, headers);
  }

  public Answer patch(String path, String body, String... headers) {
    return send("PATCH", path, JSON, body, headers);
  }

  public Answer delete(String path, String... headers) {
    return send("DELETE", path, null, null, headers);
  }

  public Answer send(
      String method,
      String path,
      @Nullable String contentType,
      @Nullable String body,
      String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(30))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    Optional.ofNullable(contentType).ifPresent(type -> request.header("Content-Type", type));
    Optional.ofNullable(token).ifPresent(t -> request.header("Authorization", "Bearer " + t));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  private static Answer send(HttpRequest request) {
    try {
      return new Answer(CLIENT.send(request, BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}

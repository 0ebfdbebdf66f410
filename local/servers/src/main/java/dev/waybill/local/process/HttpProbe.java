package dev.waybill.local.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** Asks one address again and again, and remembers the last answer for error messages. */
final class HttpProbe {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  private final HttpRequest request;
  private String last = "none";

  HttpProbe(URI uri) {
    this.request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(5)).build();
  }

  /** The answer, or empty when the connection failed. */
  Optional<HttpResponse<String>> get() {
    try {
      HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString());
      last = response.statusCode() + " " + response.body();
      return Optional.of(response);
    } catch (IOException e) {
      last = e.toString();
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChildProcessException("interrupted while waiting for " + request.uri(), e);
    }
  }

  String last() {
    return last;
  }
}

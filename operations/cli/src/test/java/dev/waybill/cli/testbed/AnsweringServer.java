package dev.waybill.cli.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A server that answers what it is told to, one request after the other, to one token. */
public final class AnsweringServer implements AutoCloseable {

  public static final String TOKEN = "secret-token";

  private final List<String> asked = new ArrayList<>();
  private final Deque<Answer> answers = new ArrayDeque<>();
  private final HttpServer server;

  private AnsweringServer(HttpServer server) {
    this.server = server;
  }

  public static AnsweringServer start() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    AnsweringServer started = new AnsweringServer(http);
    http.createContext("/", started::answer);
    http.start();
    return started;
  }

  /** An answer to come. */
  public record Answer(int status, String body) {}

  public Deque<Answer> answers() {
    return answers;
  }

  /** Each request as method, path and body. */
  public List<String> asked() {
    return asked;
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
    assertThat(exchange.getRequestHeaders().getFirst("Authorization")).isEqualTo("Bearer " + TOKEN);
    Answer answer = answers.removeFirst();
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}

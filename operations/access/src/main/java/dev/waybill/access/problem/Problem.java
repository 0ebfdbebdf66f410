package dev.waybill.access.problem;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** An RFC 9457 problem that also says what to do, on its way to becoming an answer. */
public final class Problem {

  private final ProblemDetail body;

  private Problem(ProblemDetail body) {
    this.body = body;
  }

  /**
   * Begins a problem.
   *
   * @param name the last part of the problem's type, stable; callers may tell problems by it
   */
  public static Problem of(HttpStatusCode status, String name, String detail, String remedy) {
    ProblemDetail body = ProblemDetail.forStatusAndDetail(status, detail);
    body.setType(URI.create("urn:waybill:problem:" + name));
    body.setProperty("remedy", remedy);
    return new Problem(body);
  }

  /** Adds a member of its own to the problem. */
  public Problem with(String member, Object value) {
    body.setProperty(member, value);
    return this;
  }

  /** The path that was asked for, where it is another than that of the current request. */
  Problem at(@Nullable URI path) {
    body.setInstance(path);
    return this;
  }

  /** The answer to send. */
  public ResponseEntity<Object> answer() {
    return answer(HttpHeaders.EMPTY);
  }

  /** The answer to send, with headers beside the content type. */
  public ResponseEntity<Object> answer(HttpHeaders headers) {
    return ResponseEntity.status(body.getStatus())
        .headers(headers)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(body);
  }
}

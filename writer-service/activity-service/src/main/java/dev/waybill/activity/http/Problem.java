package dev.waybill.activity.http;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** Makes RFC 9457 problems that also say what to do. */
final class Problem {

  private final ProblemDetail body;

  private Problem(ProblemDetail body) {
    this.body = body;
  }

  /**
   * @param name the last part of the problem's type, stable; callers may tell problems by it
   */
  static Problem of(HttpStatusCode status, String name, String detail, String remedy) {
    ProblemDetail body = ProblemDetail.forStatusAndDetail(status, detail);
    body.setType(URI.create("urn:waybill:problem:" + name));
    body.setProperty("remedy", remedy);
    return new Problem(body);
  }

  Problem with(String member, Object value) {
    body.setProperty(member, value);
    return this;
  }

  /** The path that was asked for, where it is another than that of the current request. */
  Problem at(@Nullable URI path) {
    body.setInstance(path);
    return this;
  }

  ResponseEntity<Object> answer() {
    return answer(HttpHeaders.EMPTY);
  }

  ResponseEntity<Object> answer(HttpHeaders headers) {
    return ResponseEntity.status(body.getStatus())
        .headers(headers)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(body);
  }
}

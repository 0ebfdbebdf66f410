package dev.waybill.activity.http;

import dev.waybill.access.problem.Problem;
import dev.waybill.activity.refused.FieldError;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Answers for requests that are not even of the right form. */
@RestControllerAdvice
@ApiRole
@Order(2)
class RequestProblems extends ResponseEntityExceptionHandler {

  private static final String CORRECT_FIELDS = "Correct the fields in errors and send it again.";

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException failure,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    if (failure.getCause() instanceof DatabindException mismatch && !mismatch.getPath().isEmpty()) {
      return invalid(new FieldError(field(mismatch), rule(mismatch)));
    }
    return Problem.of(
            HttpStatus.BAD_REQUEST,
            "malformed-json",
            "The body is not one readable JSON object" + where(failure) + ".",
            "Send a JSON object in UTF-8.")
        .answer();
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleTypeMismatch(
      TypeMismatchException failure,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    String field =
        failure instanceof MethodArgumentTypeMismatchException argument
            ? argument.getName()
            : "request";
    return invalid(new FieldError(field, "must be a whole number"));
  }

  /** What is left: the method, the media types, the path. Spring's own words name what it has. */
  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception failure,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return Problem.of(status, name(status), detail(status), remedy(status, headers))
        .answer(headers);
  }

  private static ResponseEntity<Object> invalid(FieldError error) {
    return Problem.of(
            HttpStatus.BAD_REQUEST, "invalid-request", "The request is not valid.", CORRECT_FIELDS)
        .with("errors", List.of(error))
        .answer();
  }

  private static String field(DatabindException mismatch) {
    return mismatch.getPath().stream()
        .map(part -> String.valueOf(part.getPropertyName()))
        .collect(Collectors.joining("."));
  }

  private static String rule(DatabindException mismatch) {
    if (mismatch instanceof UnrecognizedPropertyException unknown) {
      return "is not known here; known are "
          + unknown.getKnownPropertyIds().stream()
              .map(String::valueOf)
              .sorted()
              .collect(Collectors.joining(", "));
    }
    return "has a value of the wrong type";
  }

  private static String where(HttpMessageNotReadableException failure) {
    return failure.getCause() instanceof JacksonException json && json.getLocation().getLineNr() > 0
        ? ", see line %d, column %d"
            .formatted(json.getLocation().getLineNr(), json.getLocation().getColumnNr())
        : "";
  }

  private static String name(HttpStatusCode status) {
    return switch (status.value()) {
      case 404 -> "unknown-path";
      case 405 -> "method-not-allowed";
      case 406 -> "not-acceptable";
      case 415 -> "unsupported-media-type";
      default -> status.is4xxClientError() ? "bad-request" : "internal";
    };
  }

  private static String detail(HttpStatusCode status) {
    return switch (status.value()) {
      case 404 -> "There is nothing at this path.";
      case 405 -> "This path does not know that method.";
      case 406 -> "The answer exists only as JSON.";
      case 415 -> "The body must be JSON.";
      default -> status.is4xxClientError() ? "The request is not valid." : "The request failed.";
    };
  }

  private static String remedy(HttpStatusCode status, HttpHeaders headers) {
    return switch (status.value()) {
      case 404 -> "Use one of the paths that GET /openapi.yaml lists.";
      case 405 -> "Use one of: " + String.valueOf(headers.getFirst(HttpHeaders.ALLOW)) + ".";
      case 406 -> "Send Accept: application/json, or no Accept.";
      case 415 -> "Send Content-Type: application/json.";
      default -> "Correct the request, or try again later.";
    };
  }
}

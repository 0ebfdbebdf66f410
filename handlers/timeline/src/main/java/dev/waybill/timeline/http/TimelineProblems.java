package dev.waybill.timeline.http;

import dev.waybill.access.problem.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Answers for requests that cannot be served. They name no table, statement or class. */
@RestControllerAdvice
@Order(1)
class TimelineProblems extends ResponseEntityExceptionHandler {

  private static final Logger LOG = LoggerFactory.getLogger(TimelineProblems.class);

  @ExceptionHandler
  ResponseEntity<Object> invalid(InvalidParameterException refusal) {
    return invalid(refusal.parameter(), refusal.rule());
  }

  @ExceptionHandler
  ResponseEntity<Object> unknown(UnknownActivityException refusal) {
    return Problem.of(
            HttpStatus.NOT_FOUND,
            "unknown-activity",
            "The timeline knows no such activity.",
            "Check the id; an activity shows up shortly after it was created.")
        .answer();
  }

  @ExceptionHandler({DataAccessResourceFailureException.class, TransientDataAccessException.class})
  ResponseEntity<Object> unavailable(Exception failure) {
    LOG.warn("the timeline cannot be read: {}", failure.getClass().getSimpleName());
    HttpHeaders headers = new HttpHeaders();
    headers.set(HttpHeaders.RETRY_AFTER, "5");
    return Problem.of(
            HttpStatus.SERVICE_UNAVAILABLE,
            "database-unavailable",
            "The database is not available.",
            "Try again in a moment.")
        .answer(headers);
  }

  @ExceptionHandler
  ResponseEntity<Object> unexpected(RuntimeException failure) {
    LOG.error("a request failed", failure);
    return Problem.of(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "internal",
            "The service failed at this request.",
            "Tell the operators the time of the request.")
        .answer();
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleTypeMismatch(
      TypeMismatchException failure,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    String parameter =
        failure instanceof MethodArgumentTypeMismatchException argument
            ? argument.getName()
            : "request";
    return invalid(parameter, "id".equals(parameter) ? "must be a UUID" : "must be a whole number");
  }

  /** What is left: the method, the media types, the path. */
  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception failure,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    boolean path = status.value() == HttpStatus.NOT_FOUND.value();
    return Problem.of(
            status,
            path ? "unknown-path" : "bad-request",
            path ? "There is nothing at this path." : "The request is not valid.",
            "Use GET /timeline or GET /timeline/activities/{id}, and accept application/json.")
        .answer(headers);
  }

  private static ResponseEntity<Object> invalid(String field, String message) {
    return Problem.of(
            HttpStatus.BAD_REQUEST,
            "invalid-request",
            "The request is not valid.",
            "Correct the fields in errors and send it again.")
        .with("errors", List.of(new FieldError(field, message)))
        .answer();
  }

  private record FieldError(String field, String message) {}
}

package dev.waybill.access.query;

import dev.waybill.access.problem.Problem;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Answers for requests to a service that is only read from, and reads a database. They name no
 * table, statement or class. A service extends it as its {@code @RestControllerAdvice} and adds the
 * problems of its own domain.
 */
public abstract class QueryProblems extends ResponseEntityExceptionHandler {

  private static final Logger LOG = LoggerFactory.getLogger(QueryProblems.class);

  private final String service;
  private final String usage;

  /**
   * @param service what is read, for the log: "the timeline"
   * @param usage which requests there are, as a sentence
   */
  protected QueryProblems(String service, String usage) {
    this.service = service;
    this.usage = usage;
  }

  @ExceptionHandler
  ResponseEntity<Object> invalid(InvalidParameterException refusal) {
    return invalid(refusal.parameter(), refusal.rule());
  }

  @ExceptionHandler({DataAccessResourceFailureException.class, TransientDataAccessException.class})
  ResponseEntity<Object> unavailable(Exception failure) {
    LOG.warn("{} cannot be read: {}", service, failure.getClass().getSimpleName());
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
    LOG.error("a request for {} failed", service, failure);
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
    return invalid(
        parameter,
        failure.getRequiredType() == UUID.class
            ? "must be a UUID"
            : "has a value of the wrong type");
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
            usage)
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

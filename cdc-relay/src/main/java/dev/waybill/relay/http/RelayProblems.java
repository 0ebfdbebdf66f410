package dev.waybill.relay.http;

import dev.waybill.access.problem.Problem;
import dev.waybill.relay.order.InvalidOrderException;
import dev.waybill.relay.order.OrderConflictException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Answers for requests that cannot be served. They name no table, statement or class. */
@RestControllerAdvice
@Order(1)
class RelayProblems extends ResponseEntityExceptionHandler {

  private static final Logger LOG = LoggerFactory.getLogger(RelayProblems.class);

  @ExceptionHandler
  ResponseEntity<Object> invalid(InvalidOrderException refusal) {
    return invalid(refusal.field(), refusal.problem(), refusal.remedy());
  }

  @ExceptionHandler
  ResponseEntity<Object> conflict(OrderConflictException refusal) {
    return Problem.of(HttpStatus.CONFLICT, "conflict", refusal.problem(), refusal.remedy())
        .answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> unknown(UnknownOrderException refusal) {
    return Problem.of(
            HttpStatus.NOT_FOUND,
            "unknown-order",
            String.valueOf(refusal.getMessage()),
            "GET /relay/orders lists them.")
        .answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> unknown(UnknownMessageException refusal) {
    return Problem.of(
            HttpStatus.NOT_FOUND,
            "unknown-message",
            String.valueOf(refusal.getMessage()),
            "Check the id and the token's tenant; a message whose day was dropped is gone as well.")
        .answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> otherTenant(OtherTenantException refusal) {
    return Problem.of(
            HttpStatus.FORBIDDEN,
            "forbidden",
            "This concerns all tenants, and the token's tenant does not operate the relay.",
            "Use a token of the tenant that waybill.relay.api.operator-tenant names; without that"
                + " setting nobody may.")
        .answer();
  }

  @ExceptionHandler({DataAccessException.class, TransactionException.class})
  ResponseEntity<Object> unavailable(RuntimeException failure) {
    LOG.warn("Relay: an order could not be taken or looked up: {}", failure.getMessage());
    HttpHeaders headers = new HttpHeaders();
    headers.set(HttpHeaders.RETRY_AFTER, "5");
    return Problem.of(
            HttpStatus.SERVICE_UNAVAILABLE,
            "database-unavailable",
            "The database did not answer as it must: an order may have been taken, or not.",
            "Look at GET /relay/orders before you try again; the relay's own state is at"
                + " /actuator/health.")
        .answer(headers);
  }

  @ExceptionHandler
  ResponseEntity<Object> unexpected(RuntimeException failure) {
    LOG.error("Relay: a request failed", failure);
    return Problem.of(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "internal",
            "The relay failed at this request.",
            "Look at GET /relay/orders before you try again, and report the time of the request.")
        .answer();
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException failure,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    if (failure.getCause() instanceof UnrecognizedPropertyException unknown) {
      // Without it a misspelt range would mean everything.
      String name = unknown.getPropertyName();
      return invalid(
          name, name + " is no field of this", "see docs/reference/relay-api.md for its fields");
    }
    return invalid(
        "body",
        "the body is missing or no JSON of the form that this takes",
        "send a JSON object, at least {\"reason\": \"…\"}; see docs/reference/relay-api.md");
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleTypeMismatch(
      TypeMismatchException failure,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    String name =
        failure instanceof MethodArgumentTypeMismatchException argument
            ? argument.getName()
            : "request";
    return failure.getRequiredType() == UUID.class
        ? invalid(name, name + " is no message id", "give a UUID")
        : invalid(name, name + " is no number", "give a whole number");
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
            "See docs/reference/relay-api.md for paths, methods and bodies.")
        .answer(headers);
  }

  private static ResponseEntity<Object> invalid(String field, String problem, String remedy) {
    return Problem.of(HttpStatus.BAD_REQUEST, "invalid-request", problem, remedy)
        .with("errors", List.of(new FieldError(field, problem)))
        .answer();
  }

  private record FieldError(String field, String message) {}
}

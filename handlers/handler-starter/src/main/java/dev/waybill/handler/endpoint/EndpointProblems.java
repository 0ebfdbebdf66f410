package dev.waybill.handler.endpoint;

import dev.waybill.access.problem.Problem;
import dev.waybill.access.query.InvalidParameterException;
import dev.waybill.handler.desk.InvalidRequestException;
import dev.waybill.handler.desk.RefusedRequestException;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
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
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Answers for requests of this package's controllers that cannot be served, ahead of the service's
 * own answers. They name no table, statement or class.
 */
@RestControllerAdvice(assignableTypes = {HandlerController.class, DeliveryController.class})
@Order(0)
class EndpointProblems extends ResponseEntityExceptionHandler {

  private static final Logger LOG = LoggerFactory.getLogger(EndpointProblems.class);

  @ExceptionHandler
  ResponseEntity<Object> invalid(InvalidRequestException refusal) {
    return invalid(refusal.field(), refusal.problem(), refusal.remedy());
  }

  @ExceptionHandler
  ResponseEntity<Object> invalid(InvalidParameterException refusal) {
    return invalid(
        refusal.parameter(),
        String.valueOf(refusal.getMessage()),
        "Correct it; see docs/reference/handler-api.md for the parameters of each path.");
  }

  @ExceptionHandler
  ResponseEntity<Object> refused(RefusedRequestException refusal) {
    return switch (refusal.kind()) {
      case UNKNOWN_HANDLER -> refused(HttpStatus.NOT_FOUND, "unknown-handler", refusal);
      case UNKNOWN_MESSAGE -> refused(HttpStatus.NOT_FOUND, "unknown-message", refusal);
      case CONFLICT -> refused(HttpStatus.CONFLICT, "conflict", refusal);
    };
  }

  private static ResponseEntity<Object> refused(
      HttpStatus status, String name, RefusedRequestException refusal) {
    return Problem.of(status, name, refusal.problem(), refusal.remedy()).answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> gone(RecordGoneException refusal) {
    return Problem.of(
            HttpStatus.CONFLICT,
            "record-gone",
            String.valueOf(refusal.getMessage()),
            "Have its effect made by hand, or by a later message, and resolve it with a reason.")
        .answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> otherTenant(OtherTenantException refusal) {
    return Problem.of(
            HttpStatus.FORBIDDEN,
            "forbidden",
            "This concerns all tenants, and the token's tenant does not operate the handlers.",
            "Use a token of the tenant that waybill.handler.endpoint.operator-tenant names; without"
                + " that setting nobody may.")
        .answer();
  }

  @ExceptionHandler({DataAccessException.class, TransactionException.class})
  ResponseEntity<Object> unavailable(RuntimeException failure) {
    LOG.warn("A request of an operator could not be served: {}", failure.getClass().getName());
    return later(
        "database-unavailable",
        "The database did not answer as it must: what was asked for may be done, or not.",
        "Look the delivery or the handler up before you try again.");
  }

  @ExceptionHandler
  ResponseEntity<Object> kafkaUnavailable(KafkaException failure) {
    LOG.warn("A dead letter could not be read from its topic: {}", failure.toString());
    return later(
        "kafka-unavailable",
        "Kafka did not answer, so the dead letter's record could not be read. Nothing was done.",
        "Try again when Kafka answers; /actuator/health says how the handlers stand.");
  }

  @ExceptionHandler
  ResponseEntity<Object> kafkaDenied(AuthorizationException failure) {
    LOG.warn("A dead letter could not be read from its topic: {}", failure.toString());
    return later(
        "kafka-denied",
        "Kafka does not let this service read its dead-letter topic. Nothing was done.",
        "Allow its Kafka user READ and DESCRIBE on the handler's dead-letter topic.");
  }

  private static ResponseEntity<Object> later(String name, String problem, String remedy) {
    HttpHeaders headers = new HttpHeaders();
    headers.set(HttpHeaders.RETRY_AFTER, "5");
    return Problem.of(HttpStatus.SERVICE_UNAVAILABLE, name, problem, remedy).answer(headers);
  }

  @ExceptionHandler
  ResponseEntity<Object> unexpected(RuntimeException failure) {
    LOG.error("A request of an operator failed", failure);
    return Problem.of(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "internal",
            "The service failed at this request.",
            "Look the delivery or the handler up before you try again, and report the time of the"
                + " request.")
        .answer();
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

  /** What is left: the method, the media types. */
  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception failure,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return Problem.of(
            status,
            "bad-request",
            "The request is not valid.",
            "See docs/reference/handler-api.md for paths, methods and bodies.")
        .answer(headers);
  }

  private static ResponseEntity<Object> invalid(String field, String problem, String remedy) {
    return Problem.of(HttpStatus.BAD_REQUEST, "invalid-request", problem, remedy)
        .with("errors", List.of(new FieldError(field, problem)))
        .answer();
  }

  private record FieldError(String field, String message) {}
}

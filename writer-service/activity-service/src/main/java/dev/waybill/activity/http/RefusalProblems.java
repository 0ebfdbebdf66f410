package dev.waybill.activity.http;

import dev.waybill.access.problem.Problem;
import dev.waybill.activity.refused.ActivityNotFoundException;
import dev.waybill.activity.refused.AlreadyAssignedException;
import dev.waybill.activity.refused.AlreadyCompletedException;
import dev.waybill.activity.refused.IdempotencyKeyReusedException;
import dev.waybill.activity.refused.InvalidRequestException;
import dev.waybill.activity.refused.NotAssignedException;
import dev.waybill.activity.refused.NothingChangesException;
import dev.waybill.activity.refused.RequestInProgressException;
import dev.waybill.activity.refused.RequestRefusedException;
import dev.waybill.activity.refused.WrongStatusException;
import dev.waybill.activity.refused.WrongVersionException;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers for requests that were understood and turned down. */
@RestControllerAdvice
@ApiRole
@Order(1)
class RefusalProblems {

  @ExceptionHandler
  ResponseEntity<Object> invalid(InvalidRequestException refusal) {
    return problem(HttpStatus.BAD_REQUEST, "invalid-request", refusal)
        .with("errors", refusal.errors())
        .answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> notFound(ActivityNotFoundException refusal) {
    return problem(HttpStatus.NOT_FOUND, "unknown-activity", refusal).answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> wrongVersion(WrongVersionException refusal) {
    return problem(HttpStatus.CONFLICT, "wrong-version", refusal)
        .with("expectedVersion", refusal.expectedVersion())
        .with("actualVersion", refusal.actualVersion())
        .answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> alreadyCompleted(AlreadyCompletedException refusal) {
    return problem(HttpStatus.CONFLICT, "already-completed", refusal)
        .with("actualVersion", refusal.actualVersion())
        .answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> wrongStatus(WrongStatusException refusal) {
    return problem(HttpStatus.CONFLICT, "wrong-status", refusal)
        .with("activityStatus", refusal.status())
        .with("possible", refusal.possible())
        .answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> alreadyAssigned(AlreadyAssignedException refusal) {
    return problem(HttpStatus.CONFLICT, "already-assigned", refusal).answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> notAssigned(NotAssignedException refusal) {
    return problem(HttpStatus.CONFLICT, "not-assigned", refusal).answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> nothingChanges(NothingChangesException refusal) {
    return problem(HttpStatus.UNPROCESSABLE_CONTENT, "nothing-changes", refusal).answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> keyReused(IdempotencyKeyReusedException refusal) {
    return problem(HttpStatus.CONFLICT, "idempotency-key-reused", refusal).answer();
  }

  @ExceptionHandler
  ResponseEntity<Object> inProgress(RequestInProgressException refusal) {
    HttpHeaders headers = new HttpHeaders();
    headers.set(HttpHeaders.RETRY_AFTER, "1");
    return problem(HttpStatus.CONFLICT, "request-in-progress", refusal).answer(headers);
  }

  private static Problem problem(HttpStatus status, String name, RequestRefusedException refusal) {
    return Problem.of(status, name, refusal.problem(), refusal.remedy());
  }
}

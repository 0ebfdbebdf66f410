package dev.waybill.activity.http;

import dev.waybill.access.problem.Problem;
import dev.waybill.outbox.refused.VersionHeldBackException;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.SQLException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedRuntimeException;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers for faults. They name no table, statement or class; the log does. */
@RestControllerAdvice
@ApiRole
@Order(3)
class FaultProblems {

  private static final Logger LOG = LoggerFactory.getLogger(FaultProblems.class);

  /**
   * Classes of SQLSTATE that tell of a failed statement on a healthy connection: no resources such
   * as disk or memory, a limit, an I/O error (PostgreSQL manual, appendix A).
   */
  private static final Set<String> SERVER_ERRORS = Set.of("53", "54", "58");

  private static final String UNAVAILABLE = "database-unavailable";

  @ExceptionHandler({
    CannotCreateTransactionException.class,
    CannotGetJdbcConnectionException.class,
    TransientDataAccessException.class
  })
  ResponseEntity<Object> unavailable(Exception failure, HttpServletRequest request) {
    LOG.warn("{} {}: {}", request.getMethod(), request.getRequestURI(), failure.getMessage());
    return later("Nothing was changed: the database is not available.", "Try again in a moment.");
  }

  /** Either the server answered with an error, or the connection broke and there is no answer. */
  @ExceptionHandler({DataAccessResourceFailureException.class, TransactionSystemException.class})
  ResponseEntity<Object> resourceFailure(
      NestedRuntimeException failure, HttpServletRequest request) {
    LOG.warn("{} {}: {}", request.getMethod(), request.getRequestURI(), failure.getMessage());
    if (failure.getMostSpecificCause() instanceof SQLException cause && rolledBack(cause)) {
      return later(
          "Nothing was changed: the database is out of resources.",
          "Try again in a moment; tell the operators when it stays like this.");
    }
    // Perhaps the commit was on its way.
    return later(
        "The connection to the database broke: a change may have been made, or not.",
        "Read the activity before you try again.");
  }

  /** A deployment in the wrong order, which the caller can do nothing about. */
  @ExceptionHandler
  ResponseEntity<Object> heldBack(VersionHeldBackException refusal, HttpServletRequest request) {
    LOG.warn(
        "{} {}: {} {}",
        request.getMethod(),
        request.getRequestURI(),
        refusal.getMessage(),
        "See runbook deploy-readers-before-writers.");
    HttpHeaders headers = new HttpHeaders();
    headers.set(HttpHeaders.RETRY_AFTER, "60");
    return Problem.of(
            HttpStatus.SERVICE_UNAVAILABLE,
            "version-held-back",
            "Nothing was changed: a service that is told of this change cannot read it yet.",
            "Try again later; tell the operators when it stays like this.")
        .answer(headers);
  }

  @ExceptionHandler
  ResponseEntity<Object> unexpected(Exception failure, HttpServletRequest request) {
    LOG.error("{} {} failed", request.getMethod(), request.getRequestURI(), failure);
    return Problem.of(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "internal",
            "The service failed at this request.",
            "Read the activity before you try again, and tell the operators the time of the request.")
        .answer();
  }

  /** An error of the server, also one at the commit, undoes the transaction. */
  private static boolean rolledBack(SQLException cause) {
    String state = cause.getSQLState();
    return state != null && SERVER_ERRORS.contains(state.substring(0, 2));
  }

  private static ResponseEntity<Object> later(String detail, String remedy) {
    HttpHeaders headers = new HttpHeaders();
    headers.set(HttpHeaders.RETRY_AFTER, "5");
    return Problem.of(HttpStatus.SERVICE_UNAVAILABLE, UNAVAILABLE, detail, remedy).answer(headers);
  }
}

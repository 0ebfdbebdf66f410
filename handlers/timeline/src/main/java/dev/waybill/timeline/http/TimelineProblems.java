package dev.waybill.timeline.http;

import dev.waybill.access.problem.Problem;
import dev.waybill.access.query.QueryProblems;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers for requests that cannot be served. */
@RestControllerAdvice
@Order(1)
class TimelineProblems extends QueryProblems {

  TimelineProblems() {
    super(
        "the timeline",
        "Use GET /timeline or GET /timeline/activities/{id}, and accept application/json.");
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
}

package dev.waybill.dashboard.http;

import dev.waybill.access.query.QueryProblems;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers for requests that cannot be served. */
@RestControllerAdvice
@Order(1)
class DashboardProblems extends QueryProblems {

  DashboardProblems() {
    super("the dashboard", "Use GET /dashboard/counts, and accept application/json.");
  }
}

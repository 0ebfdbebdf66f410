package dev.waybill.handler.guide;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.Handles;
import dev.waybill.handler.WaybillHandler;
import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;

// guide: handler
/** Counts completed activities for each tenant and assignee. */
@WaybillHandler(id = "counts")
class CompletedCounts {

  private final JdbcClient jdbc;

  CompletedCounts(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Handles(type = "activity.completed", versions = 1)
  void on(ActivityCompleted event, Delivery delivery) {
    jdbc.sql(
            """
            INSERT INTO counts.completed AS c (tenant_id, assignee, activities) VALUES (?, ?, 1)
            ON CONFLICT (tenant_id, assignee) DO UPDATE SET activities = c.activities + 1
            """)
        .params(delivery.tenant().value(), Objects.requireNonNullElse(event.assignee(), "nobody"))
        .update();
  }
}
// guide: end

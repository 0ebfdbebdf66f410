package dev.waybill.timeline.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.timeline.history.Change;
import dev.waybill.timeline.history.Standing;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Answer to {@code GET /timeline/activities/{id}}: how it stands, and what happened, oldest first.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ActivityHistoryView(
    UUID activityId,
    String version,
    String status,
    String type,
    String title,
    @Nullable String assignee,
    @Nullable Instant dueAt,
    Instant changedAt,
    List<ChangeView> changes) {

  static ActivityHistoryView of(Standing standing, List<Change> changes) {
    Change.Summary summary = standing.summary();
    return new ActivityHistoryView(
        standing.activity().id(),
        Long.toString(standing.version()),
        standing.status(),
        summary.type(),
        summary.title(),
        summary.assignee(),
        summary.dueAt(),
        standing.changedAt(),
        changes.stream().map(ChangeView::of).toList());
  }
}

package dev.waybill.timeline.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.timeline.history.Change;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One change as callers see it.
 *
 * @param assignee whose the activity was then; absent: nobody's
 * @param dueAt when it was due then; absent: no date was agreed, or the change says nothing of it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ChangeView(
    UUID activityId,
    String version,
    String change,
    Instant at,
    String by,
    String title,
    @Nullable String assignee,
    @Nullable Instant dueAt,
    @Nullable String note) {

  static ChangeView of(Change change) {
    return new ChangeView(
        change.activity().id(),
        Long.toString(change.version()),
        change.kind(),
        change.at(),
        change.by(),
        change.summary().title(),
        change.summary().assignee(),
        change.summary().dueAt(),
        change.note());
  }
}

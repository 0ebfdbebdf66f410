package dev.waybill.activity.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.access.UserId;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityStatus;
import dev.waybill.activity.domain.ActivityStatus.Cancelled;
import dev.waybill.activity.domain.ActivityStatus.Completed;
import dev.waybill.activity.domain.Details;
import dev.waybill.activity.domain.Stamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An activity as the API shows it; absent members have no value. Times are RFC 3339 in UTC. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ActivityView(
    String id,
    long version,
    String status,
    String type,
    String title,
    @Nullable String assignee,
    @Nullable Instant dueAt,
    String visibility,
    Instant createdAt,
    String createdBy,
    Instant changedAt,
    String changedBy,
    @Nullable Instant startedAt,
    @Nullable String startedBy,
    @Nullable Instant completedAt,
    @Nullable String completedBy,
    @Nullable String outcome,
    @Nullable Instant cancelledAt,
    @Nullable String cancelledBy,
    @Nullable String reason) {

  static ActivityView of(Activity activity) {
    Details details = activity.details();
    UserId assignee = details.assignee();
    Stamp created = activity.stamps().created();
    Stamp changed = activity.stamps().changed();
    ActivityStatus status = activity.status();
    Completed completed = status instanceof Completed done ? done : null;
    Cancelled cancelled = status instanceof Cancelled given ? given : null;
    return new ActivityView(
        activity.id().toString(),
        activity.version(),
        status.wireName(),
        details.type().wireName(),
        details.title(),
        assignee == null ? null : assignee.value(),
        details.dueAt(),
        details.visibility().wireName(),
        created.at(),
        created.by().value(),
        changed.at(),
        changed.by().value(),
        at(status.begun()),
        by(status.begun()),
        completed == null ? null : at(completed.stamp()),
        completed == null ? null : by(completed.stamp()),
        completed == null ? null : completed.outcome(),
        cancelled == null ? null : at(cancelled.stamp()),
        cancelled == null ? null : by(cancelled.stamp()),
        cancelled == null ? null : cancelled.reason());
  }

  private static @Nullable Instant at(@Nullable Stamp stamp) {
    return stamp == null ? null : stamp.at();
  }

  private static @Nullable String by(@Nullable Stamp stamp) {
    return stamp == null ? null : stamp.by().value();
  }
}

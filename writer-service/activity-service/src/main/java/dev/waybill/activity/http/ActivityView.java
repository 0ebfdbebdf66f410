package dev.waybill.activity.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.access.UserId;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityStatus.Completed;
import dev.waybill.activity.domain.Details;
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
    Instant createdAt,
    String createdBy,
    @Nullable Instant completedAt,
    @Nullable String completedBy,
    @Nullable String outcome) {

  static ActivityView of(Activity activity) {
    Details details = activity.details();
    UserId assignee = details.assignee();
    Completed completion = activity.completion().orElse(null);
    return new ActivityView(
        activity.id().toString(),
        activity.version(),
        activity.status().wireName(),
        details.type().wireName(),
        details.title(),
        assignee == null ? null : assignee.value(),
        details.dueAt(),
        activity.created().at(),
        activity.created().by().value(),
        completion == null ? null : completion.stamp().at(),
        completion == null ? null : completion.stamp().by().value(),
        completion == null ? null : completion.outcome());
  }
}

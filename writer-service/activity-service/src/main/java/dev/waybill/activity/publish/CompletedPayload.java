package dev.waybill.activity.publish;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.access.UserId;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityStatus.Completed;
import dev.waybill.activity.domain.Details;
import org.jspecify.annotations.Nullable;

/** Contract {@code activity.completed}, version 1. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CompletedPayload(
    String activityId,
    long version,
    String type,
    String title,
    @Nullable String assignee,
    @Nullable String outcome,
    String completedAt,
    String completedBy) {

  static CompletedPayload of(Activity activity, Completed completion) {
    Details details = activity.details();
    UserId assignee = details.assignee();
    return new CompletedPayload(
        activity.id().toString(),
        activity.version(),
        details.type().wireName(),
        details.title(),
        assignee == null ? null : assignee.value(),
        completion.outcome(),
        completion.stamp().at().toString(),
        completion.stamp().by().value());
  }
}

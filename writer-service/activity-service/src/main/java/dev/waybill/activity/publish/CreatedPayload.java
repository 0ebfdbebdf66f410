package dev.waybill.activity.publish;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.access.UserId;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.Details;
import org.jspecify.annotations.Nullable;

/** Contract {@code activity.created}, version 1. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CreatedPayload(
    String activityId,
    long version,
    String type,
    String title,
    @Nullable String assignee,
    @Nullable String dueAt,
    String createdAt,
    String createdBy) {

  static CreatedPayload of(Activity activity) {
    Details details = activity.details();
    UserId assignee = details.assignee();
    return new CreatedPayload(
        activity.id().toString(),
        activity.version(),
        details.type().wireName(),
        details.title(),
        assignee == null ? null : assignee.value(),
        details.dueAt() == null ? null : details.dueAt().toString(),
        activity.created().at().toString(),
        activity.created().by().value());
  }
}

package dev.waybill.activity.step;

import dev.waybill.activity.request.CreateActivity;
import org.jspecify.annotations.Nullable;

/**
 * {@code activity.plan-follow-up} version 1.
 *
 * @param requestedBy who completed the activity, and for whom the next one is planned
 */
record PlanFollowUp(
    @Nullable String type,
    @Nullable String title,
    @Nullable String assignee,
    @Nullable String dueAt,
    @Nullable String visibility,
    String requestedBy) {

  /** The same wish as the bus takes it; nothing of it is known to be valid. */
  CreateActivity command() {
    return new CreateActivity(type, title, assignee, dueAt, visibility);
  }
}

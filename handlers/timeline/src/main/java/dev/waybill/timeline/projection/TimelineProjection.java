package dev.waybill.timeline.projection;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.Handles;
import dev.waybill.handler.WaybillHandler;
import dev.waybill.timeline.history.ActivityRef;
import dev.waybill.timeline.history.Change;
import dev.waybill.timeline.history.Change.Summary;
import dev.waybill.timeline.history.HistoryTable;
import java.util.UUID;

/** Writes what happened into the history, of the tenant that the delivery names. */
@WaybillHandler(id = "timeline")
class TimelineProjection {

  private final HistoryTable history;

  TimelineProjection(HistoryTable history) {
    this.history = history;
  }

  @Handles(type = "activity.created", versions = 1)
  void on(ActivityCreated event, Delivery delivery) {
    history.add(
        new Change(
            activity(event.activityId(), delivery),
            event.version(),
            "created",
            event.createdAt(),
            event.createdBy(),
            new Summary(event.type(), event.title(), event.assignee(), event.dueAt()),
            null),
        "open",
        delivery.id().value());
  }

  @Handles(type = "activity.completed", versions = 1)
  void on(ActivityCompleted event, Delivery delivery) {
    history.add(
        new Change(
            activity(event.activityId(), delivery),
            event.version(),
            "completed",
            event.completedAt(),
            event.completedBy(),
            new Summary(event.type(), event.title(), event.assignee(), null),
            event.outcome()),
        "completed",
        delivery.id().value());
  }

  private static ActivityRef activity(UUID id, Delivery delivery) {
    return new ActivityRef(delivery.tenant().value(), id);
  }
}

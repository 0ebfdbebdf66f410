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
        delivery.id().value());
  }

  @Handles(type = "activity.updated", versions = 1)
  void on(ActivityUpdated event, Delivery delivery) {
    history.add(
        new Change(
            activity(event.activityId(), delivery),
            event.version(),
            "updated",
            event.updatedAt(),
            event.updatedBy(),
            new Summary(event.type(), event.title(), event.assignee(), event.dueAt()),
            null),
        delivery.id().value());
  }

  @Handles(type = "activity.assigned", versions = 1)
  void on(ActivityAssigned event, Delivery delivery) {
    history.add(
        new Change(
            activity(event.activityId(), delivery),
            event.version(),
            "assigned",
            event.assignedAt(),
            event.assignedBy(),
            new Summary(event.type(), event.title(), event.assignee(), event.dueAt()),
            null),
        delivery.id().value());
  }

  @Handles(type = "activity.reassigned", versions = 1)
  void on(ActivityReassigned event, Delivery delivery) {
    history.add(
        new Change(
            activity(event.activityId(), delivery),
            event.version(),
            "reassigned",
            event.reassignedAt(),
            event.reassignedBy(),
            new Summary(event.type(), event.title(), event.assignee(), event.dueAt()),
            null),
        delivery.id().value());
  }

  @Handles(type = "activity.started", versions = 1)
  void on(ActivityStarted event, Delivery delivery) {
    history.add(
        new Change(
            activity(event.activityId(), delivery),
            event.version(),
            "started",
            event.startedAt(),
            event.startedBy(),
            new Summary(event.type(), event.title(), event.assignee(), null),
            null),
        delivery.id().value());
  }

  @Handles(type = "activity.rescheduled", versions = 1)
  void on(ActivityRescheduled event, Delivery delivery) {
    history.add(
        new Change(
            activity(event.activityId(), delivery),
            event.version(),
            "rescheduled",
            event.rescheduledAt(),
            event.rescheduledBy(),
            new Summary(event.type(), event.title(), event.assignee(), event.dueAt()),
            null),
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
        delivery.id().value());
  }

  @Handles(type = "activity.cancelled", versions = 1)
  void on(ActivityCancelled event, Delivery delivery) {
    history.add(
        new Change(
            activity(event.activityId(), delivery),
            event.version(),
            "cancelled",
            event.cancelledAt(),
            event.cancelledBy(),
            new Summary(event.type(), event.title(), event.assignee(), null),
            event.reason()),
        delivery.id().value());
  }

  @Handles(type = "activity.deleted", versions = 1)
  void on(ActivityDeleted event, Delivery delivery) {
    history.delete(activity(event.activityId(), delivery), event.version(), event.deletedAt());
  }

  private static ActivityRef activity(UUID id, Delivery delivery) {
    return new ActivityRef(delivery.tenant().value(), id);
  }
}

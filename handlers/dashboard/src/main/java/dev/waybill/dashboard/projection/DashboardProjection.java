package dev.waybill.dashboard.projection;

import dev.waybill.dashboard.counts.ActivityVersion;
import dev.waybill.dashboard.counts.CountsTable;
import dev.waybill.dashboard.counts.Status;
import dev.waybill.handler.Delivery;
import dev.waybill.handler.Handles;
import dev.waybill.handler.WaybillHandler;

/** Keeps how each activity stands and whose it is, of the tenant that the delivery names. */
@WaybillHandler(id = "dashboard")
class DashboardProjection {

  private final CountsTable activities;

  DashboardProjection(CountsTable activities) {
    this.activities = activities;
  }

  @Handles(type = "activity.created", versions = 1)
  void created(ActivityEvent event, Delivery delivery) {
    keep(event, Status.OPEN, delivery);
  }

  /** Possible while it is open and while it is started, and does not say which. */
  @Handles(type = "activity.assigned", versions = 1)
  void assigned(ActivityEvent event, Delivery delivery) {
    keep(event, Status.OPEN, delivery);
  }

  /** As little as the assignment does it say whether it is started. */
  @Handles(type = "activity.reassigned", versions = 1)
  void reassigned(ActivityEvent event, Delivery delivery) {
    keep(event, Status.OPEN, delivery);
  }

  @Handles(type = "activity.started", versions = 1)
  void started(ActivityEvent event, Delivery delivery) {
    keep(event, Status.STARTED, delivery);
  }

  @Handles(type = "activity.completed", versions = 1)
  void completed(ActivityEvent event, Delivery delivery) {
    keep(event, Status.COMPLETED, delivery);
  }

  @Handles(type = "activity.cancelled", versions = 1)
  void cancelled(ActivityEvent event, Delivery delivery) {
    keep(event, Status.CANCELLED, delivery);
  }

  @Handles(type = "activity.deleted", versions = 1)
  void deleted(ActivityDeleted event, Delivery delivery) {
    keep(new ActivityEvent(event.activityId(), event.version(), null), Status.DELETED, delivery);
  }

  private void keep(ActivityEvent event, Status reached, Delivery delivery) {
    activities.keep(
        new ActivityVersion(
            delivery.tenant().value(),
            event.activityId(),
            event.version(),
            reached,
            event.assignee()));
  }
}

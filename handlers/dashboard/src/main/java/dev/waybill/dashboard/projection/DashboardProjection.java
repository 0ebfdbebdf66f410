package dev.waybill.dashboard.projection;

import dev.waybill.dashboard.counts.ActivityVersion;
import dev.waybill.dashboard.counts.CountsTable;
import dev.waybill.dashboard.counts.Status;
import dev.waybill.handler.Delivery;
import dev.waybill.handler.Handles;
import dev.waybill.handler.WaybillHandler;

/** Keeps the newest version of each activity, of the tenant that the delivery names. */
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

  @Handles(type = "activity.completed", versions = 1)
  void completed(ActivityEvent event, Delivery delivery) {
    keep(event, Status.COMPLETED, delivery);
  }

  private void keep(ActivityEvent event, Status status, Delivery delivery) {
    activities.keep(
        new ActivityVersion(
            delivery.tenant().value(),
            event.activityId(),
            event.version(),
            status,
            event.assignee()));
  }
}

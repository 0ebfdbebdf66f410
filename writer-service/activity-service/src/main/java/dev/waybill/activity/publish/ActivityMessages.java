package dev.waybill.activity.publish;

import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityEvent;
import dev.waybill.activity.domain.ActivityEvent.Assigned;
import dev.waybill.activity.domain.ActivityEvent.Cancelled;
import dev.waybill.activity.domain.ActivityEvent.Completed;
import dev.waybill.activity.domain.ActivityEvent.Created;
import dev.waybill.activity.domain.ActivityEvent.Deleted;
import dev.waybill.activity.domain.ActivityEvent.Reassigned;
import dev.waybill.activity.domain.ActivityEvent.Rescheduled;
import dev.waybill.activity.domain.ActivityEvent.Started;
import dev.waybill.activity.domain.ActivityEvent.Updated;
import dev.waybill.activity.domain.ActivityStatus;
import dev.waybill.activity.domain.Stamp;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.Origin;

/** The messages of the activity contracts: one for each event, made from what was stored. */
record ActivityMessages(Origin origin) implements ActivityEvent.Cases<DurableMessage> {

  private static final int VERSION_1 = 1;

  @Override
  public DurableMessage created(Created event) {
    Activity activity = event.activity();
    return message(
        "activity.created",
        activity,
        Payload.of(activity)
            .what(activity.details())
            .time("dueAt", activity.details().dueAt())
            .stamp("created", activity.stamps().created()));
  }

  @Override
  public DurableMessage updated(Updated event) {
    Activity activity = event.activity();
    return message(
        "activity.updated",
        activity,
        Payload.of(activity)
            .what(activity.details())
            .time("dueAt", activity.details().dueAt())
            .stamp("updated", changed(activity)));
  }

  @Override
  public DurableMessage assigned(Assigned event) {
    Activity activity = event.activity();
    return message(
        "activity.assigned",
        activity,
        Payload.of(activity)
            .what(activity.details())
            .time("dueAt", activity.details().dueAt())
            .stamp("assigned", changed(activity)));
  }

  @Override
  public DurableMessage reassigned(Reassigned event) {
    Activity activity = event.activity();
    return message(
        "activity.reassigned",
        activity,
        Payload.of(activity)
            .what(activity.details())
            .user("previousAssignee", event.previous())
            .time("dueAt", activity.details().dueAt())
            .stamp("reassigned", changed(activity)));
  }

  @Override
  public DurableMessage started(Started event) {
    Activity activity = event.activity();
    return message(
        "activity.started",
        activity,
        Payload.of(activity).what(activity.details()).stamp("started", changed(activity)));
  }

  @Override
  public DurableMessage rescheduled(Rescheduled event) {
    Activity activity = event.activity();
    return message(
        "activity.rescheduled",
        activity,
        Payload.of(activity)
            .what(activity.details())
            .time("dueAt", activity.details().dueAt())
            .time("previousDueAt", event.previous())
            .stamp("rescheduled", changed(activity)));
  }

  @Override
  public DurableMessage completed(Completed event) {
    Activity activity = event.activity();
    String outcome =
        activity.status() instanceof ActivityStatus.Completed done ? done.outcome() : null;
    return message(
        "activity.completed",
        activity,
        Payload.of(activity)
            .what(activity.details())
            .text("outcome", outcome)
            .stamp("completed", changed(activity)));
  }

  @Override
  public DurableMessage cancelled(Cancelled event) {
    Activity activity = event.activity();
    String reason =
        activity.status() instanceof ActivityStatus.Cancelled given ? given.reason() : null;
    return message(
        "activity.cancelled",
        activity,
        Payload.of(activity)
            .what(activity.details())
            .text("reason", reason)
            .stamp("cancelled", changed(activity)));
  }

  @Override
  public DurableMessage deleted(Deleted event) {
    Activity activity = event.activity();
    return message(
        "activity.deleted", activity, Payload.of(activity).stamp("deleted", changed(activity)));
  }

  private static Stamp changed(Activity activity) {
    return activity.stamps().changed();
  }

  private DurableMessage message(String type, Activity activity, Payload payload) {
    return DurableMessage.integrationEvent(type, VERSION_1)
        .tenant(activity.tenant().value())
        .aggregate("activity", activity.id().toString(), activity.version())
        .occurredAt(changed(activity).at())
        .payload(payload.members())
        .visibility(activity.details().visibility())
        .correlationId(origin.correlationId())
        .causationId(origin.causationId())
        .traceparent(origin.traceparent())
        .build();
  }
}

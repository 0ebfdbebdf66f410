package dev.waybill.activity.publish;

import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityEvent;
import dev.waybill.activity.domain.ActivityEvent.Assigned;
import dev.waybill.activity.domain.ActivityEvent.Cancelled;
import dev.waybill.activity.domain.ActivityEvent.Completed;
import dev.waybill.activity.domain.ActivityEvent.Created;
import dev.waybill.activity.domain.ActivityEvent.Deleted;
import dev.waybill.activity.domain.ActivityEvent.FollowUpRequested;
import dev.waybill.activity.domain.ActivityEvent.Reassigned;
import dev.waybill.activity.domain.ActivityEvent.Rescheduled;
import dev.waybill.activity.domain.ActivityEvent.Started;
import dev.waybill.activity.domain.ActivityEvent.Updated;
import dev.waybill.activity.domain.ActivityStatus;
import dev.waybill.activity.domain.Stamp;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.Origin;
import java.util.List;

/**
 * The messages of the activity contracts, made from what was stored: of each event the one that
 * tells of it, and what else is to be done because of it.
 */
record ActivityMessages(Origin origin) implements ActivityEvent.Cases<List<DurableMessage>> {

  private static final int VERSION_1 = 1;

  @Override
  public List<DurableMessage> created(Created event) {
    Activity activity = event.activity();
    return event(
        "activity.created",
        activity,
        Payload.of(activity)
            .what(activity.details())
            .time("dueAt", activity.details().dueAt())
            .stamp("created", activity.stamps().created()));
  }

  @Override
  public List<DurableMessage> updated(Updated event) {
    Activity activity = event.activity();
    return event(
        "activity.updated",
        activity,
        Payload.of(activity)
            .what(activity.details())
            .time("dueAt", activity.details().dueAt())
            .stamp("updated", changed(activity)));
  }

  @Override
  public List<DurableMessage> assigned(Assigned event) {
    Activity activity = event.activity();
    return List.of(
        integrationEvent(
            "activity.assigned",
            activity,
            Payload.of(activity)
                .what(activity.details())
                .time("dueAt", activity.details().dueAt())
                .stamp("assigned", changed(activity))),
        assignmentMail(activity));
  }

  @Override
  public List<DurableMessage> reassigned(Reassigned event) {
    Activity activity = event.activity();
    return List.of(
        integrationEvent(
            "activity.reassigned",
            activity,
            Payload.of(activity)
                .what(activity.details())
                .user("previousAssignee", event.previous())
                .time("dueAt", activity.details().dueAt())
                .stamp("reassigned", changed(activity))),
        assignmentMail(activity));
  }

  @Override
  public List<DurableMessage> started(Started event) {
    Activity activity = event.activity();
    return event(
        "activity.started",
        activity,
        Payload.of(activity).what(activity.details()).stamp("started", changed(activity)));
  }

  @Override
  public List<DurableMessage> rescheduled(Rescheduled event) {
    Activity activity = event.activity();
    return event(
        "activity.rescheduled",
        activity,
        Payload.of(activity)
            .what(activity.details())
            .time("dueAt", activity.details().dueAt())
            .time("previousDueAt", event.previous())
            .stamp("rescheduled", changed(activity)));
  }

  @Override
  public List<DurableMessage> completed(Completed event) {
    Activity activity = event.activity();
    String outcome =
        activity.status() instanceof ActivityStatus.Completed done ? done.outcome() : null;
    return event(
        "activity.completed",
        activity,
        Payload.of(activity)
            .what(activity.details())
            .text("outcome", outcome)
            .stamp("completed", changed(activity)));
  }

  @Override
  public List<DurableMessage> cancelled(Cancelled event) {
    Activity activity = event.activity();
    String reason =
        activity.status() instanceof ActivityStatus.Cancelled given ? given.reason() : null;
    return event(
        "activity.cancelled",
        activity,
        Payload.of(activity)
            .what(activity.details())
            .text("reason", reason)
            .stamp("cancelled", changed(activity)));
  }

  @Override
  public List<DurableMessage> deleted(Deleted event) {
    Activity activity = event.activity();
    return event(
        "activity.deleted", activity, Payload.of(activity).stamp("deleted", changed(activity)));
  }

  @Override
  public List<DurableMessage> followUpRequested(FollowUpRequested event) {
    Activity activity = event.activity();
    Payload payload =
        Payload.of(activity)
            .what(activity.details())
            .time("dueAt", event.dueAt())
            .text("visibility", activity.details().visibility().wireName())
            .stamp("requested", changed(activity));
    return List.of(
        complete(
                DurableMessage.journeyStepCommand("activity.plan-follow-up", VERSION_1),
                activity,
                payload)
            .build());
  }

  /** The mail leaves only where the activity is for everybody: its handler has no clearance. */
  private DurableMessage assignmentMail(Activity activity) {
    Payload payload =
        Payload.of(activity)
            .what(activity.details())
            .time("dueAt", activity.details().dueAt())
            .stamp("assigned", changed(activity));
    return complete(
            DurableMessage.providerSideEffect("notification.assignment-mail", VERSION_1),
            activity,
            payload)
        .build();
  }

  private static Stamp changed(Activity activity) {
    return activity.stamps().changed();
  }

  private List<DurableMessage> event(String type, Activity activity, Payload payload) {
    return List.of(integrationEvent(type, activity, payload));
  }

  private DurableMessage integrationEvent(String type, Activity activity, Payload payload) {
    return complete(DurableMessage.integrationEvent(type, VERSION_1), activity, payload).build();
  }

  private <B extends DurableMessage.Builder<B>> B complete(
      B builder, Activity activity, Payload payload) {
    return builder
        .tenant(activity.tenant().value())
        .aggregate("activity", activity.id().toString(), activity.version())
        .occurredAt(changed(activity).at())
        .payload(payload.members())
        .visibility(activity.details().visibility())
        .correlationId(origin.correlationId())
        .causationId(origin.causationId())
        .traceparent(origin.traceparent());
  }
}

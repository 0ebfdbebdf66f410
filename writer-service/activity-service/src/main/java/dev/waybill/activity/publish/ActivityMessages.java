package dev.waybill.activity.publish;

import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityCompleted;
import dev.waybill.activity.domain.ActivityCreated;
import dev.waybill.activity.domain.ActivityEvent;
import dev.waybill.activity.domain.ActivityStatus.Completed;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.Origin;
import java.time.Instant;

/** The messages of the activity contracts. */
final class ActivityMessages {

  static final String CREATED = "activity.created";
  static final String COMPLETED = "activity.completed";
  private static final int VERSION_1 = 1;

  private ActivityMessages() {}

  static DurableMessage of(ActivityEvent event, Origin origin) {
    if (event instanceof ActivityCreated) {
      return created(event.activity(), origin);
    }
    if (event instanceof ActivityCompleted) {
      return completed(event.activity(), origin);
    }
    throw new IllegalArgumentException("no contract for " + event.getClass().getSimpleName());
  }

  private static DurableMessage created(Activity activity, Origin origin) {
    return message(CREATED, activity, activity.created().at(), CreatedPayload.of(activity), origin);
  }

  private static DurableMessage completed(Activity activity, Origin origin) {
    Completed completion = activity.completion().orElseThrow();
    return message(
        COMPLETED,
        activity,
        completion.stamp().at(),
        CompletedPayload.of(activity, completion),
        origin);
  }

  private static DurableMessage message(
      String type, Activity activity, Instant at, Object payload, Origin origin) {
    return DurableMessage.integrationEvent(type, VERSION_1)
        .tenant(activity.tenant().value())
        .aggregate("activity", activity.id().toString(), activity.version())
        .occurredAt(at)
        .payload(payload)
        .correlationId(origin.correlationId())
        .causationId(origin.causationId())
        .traceparent(origin.traceparent())
        .build();
  }
}

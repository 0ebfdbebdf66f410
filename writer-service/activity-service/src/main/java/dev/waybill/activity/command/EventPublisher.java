package dev.waybill.activity.command;

import dev.waybill.activity.domain.ActivityEvent;
import dev.waybill.outbox.Origin;
import java.util.List;

/** Tells others what happened. */
public interface EventPublisher {

  /** Stages a message for each event, in order, in the caller's transaction; all or none. */
  void publish(List<ActivityEvent> events, Origin origin);
}

package dev.waybill.activity.publish;

import dev.waybill.activity.command.EventPublisher;
import dev.waybill.activity.domain.ActivityEvent;
import dev.waybill.outbox.Origin;
import dev.waybill.outbox.Outbox;
import java.util.List;
import org.springframework.stereotype.Component;

/** Stages every event as its messages. Sends nothing: that is the relay's, after the commit. */
@Component
final class OutboxPublisher implements EventPublisher {

  private final Outbox outbox;

  OutboxPublisher(Outbox outbox) {
    this.outbox = outbox;
  }

  @Override
  public void publish(List<ActivityEvent> events, Origin origin) {
    ActivityMessages messages = new ActivityMessages(origin);
    outbox.stageAll(events.stream().flatMap(event -> event.fold(messages).stream()).toList());
  }
}

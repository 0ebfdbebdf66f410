package dev.waybill.outbox.move;

import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.Outbox;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

// guide: listener
/** Stages what leaves the house, in the transaction that publishes it. */
@Component
class Departures {

  private final Outbox outbox;
  private final JsonMapper json;

  Departures(Outbox outbox, JsonMapper json) {
    this.outbox = outbox;
    this.json = json;
  }

  @EventListener
  void on(BasketPaid event) {
    outbox.stage(
        DurableMessage.integrationEvent("basket.paid", 1)
            .tenant("acme")
            .aggregate("basket", event.basketId(), event.version())
            .payloadJson(json.writeValueAsString(event))
            .build());
  }
}
// guide: end

package dev.waybill.lab.effects;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.Handles;
import dev.waybill.handler.WaybillHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Writes one row for each message, and would write another for a second copy. */
@WaybillHandler(id = EffectsPlan.NAME)
class EffectsHandler {
  private final JdbcClient jdbc;

  EffectsHandler(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Handles(type = "activity.created", versions = 1)
  void on(Created event, Delivery delivery) {
    jdbc.sql(EffectTable.INSERT)
        .params(delivery.id().value(), delivery.position().partition(), event.activityId())
        .update();
  }

  /** What the effect takes from the event. */
  record Created(String activityId) {}
}

package dev.waybill.lab.effects;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.Handles;
import dev.waybill.handler.WaybillHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Writes one row for each message, and would write another for a second copy. The row of a message
 * that fails is written before, so that nothing but a rollback takes it away.
 */
@WaybillHandler(id = EffectsPlan.NAME)
class EffectsHandler {
  private final JdbcClient jdbc;
  private final Mishaps mishaps;

  EffectsHandler(JdbcClient jdbc, Mishaps mishaps) {
    this.jdbc = jdbc;
    this.mishaps = mishaps;
  }

  @Handles(type = "activity.created", versions = 1)
  void on(Created event, Delivery delivery) {
    EffectTable.insert(
        jdbc, delivery.id().value(), delivery.position().partition(), event.activityId());
    mishaps.pass(delivery.id().value());
  }

  /** What the effect takes from the event. */
  record Created(String activityId) {}
}

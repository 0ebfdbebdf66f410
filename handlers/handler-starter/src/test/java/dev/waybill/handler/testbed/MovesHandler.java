package dev.waybill.handler.testbed;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.Handles;
import dev.waybill.handler.WaybillHandler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Writes one effect for each delivery it sees; nothing else would keep a second one out. Calls
 * nobody, so that its instances claim several deliveries at a time.
 */
@WaybillHandler(id = "parcels")
public class MovesHandler {

  /** What a test makes an event do, after the effect is written. */
  public static final Map<String, Consumer<Delivery>> ACTS = new ConcurrentHashMap<>();

  private final JdbcClient jdbc;

  MovesHandler(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  JdbcClient jdbc() {
    return jdbc;
  }

  @Handles(
      type = "parcel.moved",
      versions = {1, 2})
  void on(ParcelMoved event, Delivery delivery) {
    jdbc.sql("INSERT INTO parcels.effect (message_id, parcel, step) VALUES (?, ?, ?)")
        .params(delivery.id().value(), event.parcel(), event.step())
        .update();
    act(event, delivery);
  }

  static void act(ParcelMoved event, Delivery delivery) {
    if (event.act() != null) {
      ACTS.getOrDefault(event.act(), other -> {}).accept(delivery);
    }
  }
}

package dev.waybill.handler.testbed;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.Handles;
import dev.waybill.handler.Processing;
import dev.waybill.handler.WaybillHandler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Writes one effect for each delivery it sees; nothing else would keep a second one out. */
@WaybillHandler(id = "parcels")
public class ParcelHandler {

  /** What a test makes an event do, after the effect is written. */
  public static final Map<String, Consumer<Delivery>> ACTS = new ConcurrentHashMap<>();

  private final JdbcClient jdbc;

  ParcelHandler(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Handles(
      type = "parcel.moved",
      versions = {1, 2})
  void on(ParcelMoved event, Delivery delivery) {
    jdbc.sql("INSERT INTO parcels.effect (message_id, parcel, step) VALUES (?, ?, ?)")
        .params(delivery.id().value(), event.parcel(), event.step())
        .update();
    if (event.act() != null) {
      ACTS.getOrDefault(event.act(), other -> {}).accept(delivery);
    }
  }

  /**
   * A call to the outside, which takes the message id as the key that makes a second call harmless.
   */
  @Handles(type = "parcel.called", versions = 1, processing = Processing.SINGLE)
  void call(ParcelMoved event, Delivery delivery) {
    jdbc.sql(
            """
            INSERT INTO parcels.effect (message_id, parcel, step)
            SELECT ?, ?, ? WHERE NOT EXISTS (SELECT FROM parcels.effect WHERE message_id = ?)
            """)
        .params(delivery.id().value(), event.parcel(), event.step(), delivery.id().value())
        .update();
    if (event.act() != null) {
      ACTS.getOrDefault(event.act(), other -> {}).accept(delivery);
    }
  }
}

package dev.waybill.handler.testbed;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.Handles;
import dev.waybill.handler.Processing;
import dev.waybill.handler.WaybillHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Also calls the outside, and so claims one delivery at a time. */
@WaybillHandler(id = "parcels")
public class ParcelHandler extends MovesHandler {

  ParcelHandler(JdbcClient jdbc) {
    super(jdbc);
  }

  /**
   * A call to the outside, which takes the message id as the key that makes a second call harmless.
   */
  @Handles(type = "parcel.called", versions = 1, processing = Processing.SINGLE)
  void call(ParcelMoved event, Delivery delivery) {
    jdbc()
        .sql(
            """
            INSERT INTO parcels.effect (message_id, parcel, step)
            SELECT ?, ?, ? WHERE NOT EXISTS (SELECT FROM parcels.effect WHERE message_id = ?)
            """)
        .params(delivery.id().value(), event.parcel(), event.step(), delivery.id().value())
        .update();
    act(event, delivery);
  }
}

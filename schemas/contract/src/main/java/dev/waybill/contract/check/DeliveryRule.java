package dev.waybill.contract.check;

import dev.waybill.contract.delivery.DeliveryStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A rule that judges one delivery after the other. */
interface DeliveryRule extends Rule {

  String rule();

  /** What is wrong, by field of the specification. */
  Map<String, String> complaints(
      Checkout checkout, CheckedSubscription subscription, DeliveryStatement delivery);

  @Override
  default List<Breach> check(Checkout checkout) {
    List<Breach> breaches = new ArrayList<>();
    for (CheckedSubscription subscription : checkout.subscriptions()) {
      List<DeliveryStatement> deliveries = subscription.deliveries().entries();
      for (int i = 0; i < deliveries.size(); i++) {
        DeliveryStatement delivery = deliveries.get(i);
        String place = subscription.at(i, "delivery");
        complaints(checkout, subscription, delivery)
            .forEach(
                (field, complaint) ->
                    breaches.add(
                        new Breach(
                            place,
                            delivery.type() + "/delivery/" + field,
                            rule(),
                            complaint,
                            List.of(subscription.handler()))));
      }
    }
    return breaches;
  }
}

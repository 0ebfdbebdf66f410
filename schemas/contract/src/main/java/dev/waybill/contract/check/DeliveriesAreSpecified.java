package dev.waybill.contract.check;

import dev.waybill.contract.delivery.DeliveryStatement;
import dev.waybill.contract.subscription.Status;
import java.util.Map;

/** Every delivery is specified before its first message: a draft is not routed. */
final class DeliveriesAreSpecified implements DeliveryRule {

  @Override
  public String rule() {
    return "delivery-is-specified";
  }

  @Override
  public Map<String, String> complaints(
      Checkout checkout, CheckedSubscription subscription, DeliveryStatement delivery) {
    Map<String, String> gaps = delivery.gaps(checkout.today());
    if (delivery.isDraft() && subscription.subscription().status() == Status.ACTIVE) {
      gaps.put(
          "status",
          "a draft is not routed: decide it, or set the subscription's status to contract-only");
    }
    return gaps;
  }
}

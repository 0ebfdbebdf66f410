package dev.waybill.handler.registry;

import dev.waybill.contract.delivery.DeliveryStatements;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Subscription;

/** Where subscriptions come from; by default {@link ClassPathSubscriptions}. */
@FunctionalInterface
public interface SubscriptionSource {

  /**
   * The subscription of a handler.
   *
   * @throws dev.waybill.handler.startup.StartRefusedException when there is none, or more than one
   */
  Subscription find(HandlerId handler);

  /** What is stated of a handler's deliveries; nothing where there is no file to state it. */
  default DeliveryStatements deliveries(HandlerId handler) {
    return DeliveryStatements.none();
  }
}

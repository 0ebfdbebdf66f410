package dev.waybill.handler.retry;

import dev.waybill.contract.delivery.DeliveryStatement;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.registry.HandlerDefinition;
import dev.waybill.handler.startup.StartRefusedException;
import dev.waybill.workqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Holds handlers to trying again for as long and as often as their subscriptions say. */
public final class RetryPromise {

  private RetryPromise() {}

  /**
   * Refuses a policy that keeps to another horizon than a delivery of the handler states, or has
   * other attempts than its subscription, which has those of {@link
   * dev.waybill.contract.delivery.RetryPlan#DEFAULT} where it states none. Where no horizon is
   * stated, nothing is promised. Single pauses may differ.
   *
   * @param policies what the settings of the application come to
   * @throws StartRefusedException naming horizon and attempts of both, or a horizon that is no
   *     duration
   */
  public static void require(
      List<HandlerDefinition> handlers, Function<HandlerId, RetryPolicy> policies) {
    for (HandlerDefinition handler : handlers) {
      RetryPolicy policy = policies.apply(handler.id());
      int attempts = handler.deliveries().retry().attempts();
      for (DeliveryStatement delivery : handler.deliveries().entries()) {
        promised(handler, delivery)
            .filter(
                horizon -> !horizon.equals(policy.horizon()) || attempts != policy.maxAttempts())
            .ifPresent(horizon -> refuse(handler, delivery, policy, horizon));
      }
    }
  }

  private static Optional<Duration> promised(
      HandlerDefinition handler, DeliveryStatement delivery) {
    try {
      return delivery.retryHorizon();
    } catch (IllegalArgumentException e) {
      throw new StartRefusedException(
          "The subscription of handler "
              + handler.id()
              + " has a retry-horizon for "
              + delivery.type()
              + " that is none: "
              + e.getMessage(),
          "Correct the file.",
          e);
    }
  }

  private static void refuse(
      HandlerDefinition handler,
      DeliveryStatement delivery,
      RetryPolicy policy,
      Duration promised) {
    throw new StartRefusedException(
        "Handler %s tries %s again for %s, in %d attempts, and its subscription says retry-horizon %s and %d attempts"
            .formatted(
                handler.id(),
                delivery.type(),
                policy.horizon(),
                policy.maxAttempts(),
                promised,
                handler.deliveries().retry().attempts()),
        "Correct waybill.handler.retry or waybill.handler.handlers."
            + handler.id()
            + ".retry, or retry and retry-horizon in the subscription.");
  }
}

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

/** Holds handlers to trying again for as long as the specification of their deliveries says. */
public final class RetryPromise {

  private RetryPromise() {}

  /**
   * Refuses a policy that keeps to another horizon than a delivery of the handler states. Where
   * none is stated, none is promised.
   *
   * @param policies what the settings of the application come to
   * @throws StartRefusedException naming both horizons, or one that is no duration
   */
  public static void require(
      List<HandlerDefinition> handlers, Function<HandlerId, RetryPolicy> policies) {
    for (HandlerDefinition handler : handlers) {
      Duration horizon = policies.apply(handler.id()).horizon();
      for (DeliveryStatement delivery : handler.deliveries()) {
        promised(handler, delivery)
            .filter(promised -> !promised.equals(horizon))
            .ifPresent(promised -> refuse(handler, delivery, horizon, promised));
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
      HandlerDefinition handler, DeliveryStatement delivery, Duration horizon, Duration promised) {
    throw new StartRefusedException(
        "Handler %s tries %s again for %s, and its subscription says retry-horizon %s"
            .formatted(handler.id(), delivery.type(), horizon, promised),
        "Correct waybill.handler.retry or waybill.handler.handlers."
            + handler.id()
            + ".retry, or retry and retry-horizon in the subscription.");
  }
}

package dev.waybill.contract.check;

import dev.waybill.contract.delivery.DeliveryStatement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How long a specification says that a delivery is tried again is how long the handler's retries
 * take. The file states them; the handler does not start when its settings say otherwise.
 */
final class HorizonsFitRetries implements DeliveryRule {

  @Override
  public String rule() {
    return "horizon-fits-retries";
  }

  @Override
  public Map<String, String> complaints(
      Checkout checkout, CheckedSubscription subscription, DeliveryStatement delivery) {
    Duration retries = subscription.deliveries().retry().horizon();
    return stated(delivery)
        .filter(horizon -> !horizon.equals(retries))
        .map(
            horizon ->
                Map.of(
                    "retry-horizon",
                    "is %s, and the retries of the handler end after %s (pauses %s): correct one of them"
                        .formatted(horizon, retries, subscription.deliveries().retry().pauses())))
        .orElse(Map.of());
  }

  /** One that cannot be read is a gap of the specification. */
  private static Optional<Duration> stated(DeliveryStatement delivery) {
    try {
      return delivery.retryHorizon();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}

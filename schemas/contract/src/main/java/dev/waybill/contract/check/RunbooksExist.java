package dev.waybill.contract.check;

import dev.waybill.contract.delivery.DeliveryStatement;
import java.util.Map;

/** The runbook by which a delivery is recovered exists. */
final class RunbooksExist implements DeliveryRule {

  @Override
  public String rule() {
    return "runbook-exists";
  }

  @Override
  public Map<String, String> complaints(
      Checkout checkout, CheckedSubscription subscription, DeliveryStatement delivery) {
    return delivery
        .field("runbook")
        .filter(name -> !checkout.hasRunbook(name))
        .map(
            name ->
                Map.of(
                    "runbook",
                    "there is no runbook " + name + ".md: write it, or correct the name"))
        .orElse(Map.of());
  }
}

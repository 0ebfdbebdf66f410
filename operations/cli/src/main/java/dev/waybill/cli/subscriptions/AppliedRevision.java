package dev.waybill.cli.subscriptions;

import dev.waybill.contract.subscription.SubscriptionRevision;
import java.time.Instant;

/** A revision with who applied it, when and why. */
public record AppliedRevision(
    SubscriptionRevision subscriptions, Instant appliedAt, String appliedBy, String reason) {

  public long number() {
    return subscriptions.revision();
  }

  /** For people. */
  public String describe() {
    return "revision " + number() + ", applied " + appliedAt + " by " + appliedBy + ": " + reason;
  }
}

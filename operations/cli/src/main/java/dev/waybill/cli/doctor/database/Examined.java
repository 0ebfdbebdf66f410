package dev.waybill.cli.doctor.database;

import dev.waybill.contract.subscription.SubscriptionRevision;
import java.util.Optional;

/**
 * What the database says that the examination of Kafka needs.
 *
 * @param revision the applied subscriptions; empty when none are, or they could not be read
 * @param relayRan whether a relay ever published from here, so that its topics must exist
 */
public record Examined(Optional<SubscriptionRevision> revision, boolean relayRan) {

  /** When the database could not be asked. */
  public static Examined nothing() {
    return new Examined(Optional.empty(), false);
  }
}

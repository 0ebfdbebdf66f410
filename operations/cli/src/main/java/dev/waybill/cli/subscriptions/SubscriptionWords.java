package dev.waybill.cli.subscriptions;

import dev.waybill.contract.subscription.Subscription;
import java.util.Locale;

/** Parts of a subscription as people read them. */
final class SubscriptionWords {

  private SubscriptionWords() {}

  static String layout(Subscription subscription) {
    return subscription.topic()
        + ", "
        + subscription.layout().partitions()
        + " partitions, ordering "
        + word(subscription.layout().ordering())
        + ", "
        + word(subscription.status());
  }

  static String types(Subscription subscription) {
    return String.join(
        ", ",
        subscription.entries().stream()
            .map(
                entry ->
                    entry.type()
                        + " "
                        + String.join(
                            "+", entry.versions().stream().map(version -> "v" + version).toList()))
            .toList());
  }

  /** A constant as subscription files write it. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

package dev.waybill.contract.check;

import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a handler subscribes to is on record, durable and, where it is routed, released. */
final class SubscribedVersionsExist implements Rule {

  private static final String RULE = "subscribed-version-exists";

  @Override
  public List<Breach> check(Checkout checkout) {
    List<Breach> breaches = new ArrayList<>();
    for (CheckedSubscription subscription : checkout.subscriptions()) {
      List<Entry> entries = subscription.subscription().entries();
      for (int i = 0; i < entries.size(); i++) {
        for (String complaint : complaints(checkout, subscription, entries.get(i))) {
          breaches.add(
              new Breach(
                  subscription.at(i, "type"),
                  "subscribes/" + entries.get(i).type(),
                  RULE,
                  complaint,
                  List.of(subscription.handler())));
        }
      }
    }
    return breaches;
  }

  private static List<String> complaints(
      Checkout checkout, CheckedSubscription subscription, Entry entry) {
    Optional<CheckedType> found = checkout.type(entry.type());
    if (found.isEmpty()) {
      return List.of("no contract of that type can be read: add it to events");
    }
    CheckedType type = found.get();
    if (!type.contract().record().durable()) {
      return List.of("the type is best-effort: it is never staged, so nobody can subscribe to it");
    }
    List<String> complaints = new ArrayList<>();
    boolean routed = subscription.subscription().status() == Status.ACTIVE;
    for (int version : entry.versions()) {
      if (type.contract().version(version).isEmpty()) {
        complaints.add("version " + version + " is in no contract: add it, or do not subscribe");
      } else if (routed && !type.isReleased(version)) {
        complaints.add(
            "version "
                + version
                + " is not released: run `waybill schemas release "
                + entry.type()
                + "`, or keep the status contract-only");
      }
    }
    return complaints;
  }
}

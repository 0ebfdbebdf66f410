package dev.waybill.contract.check;

import dev.waybill.contract.catalogue.EventVersion;
import dev.waybill.contract.check.SchemaMembers.Member;
import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.Subscription.Entry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** No handler subscribes to a version with a field that its clearance does not cover. */
final class ClearancesCoverFields implements Rule {

  private static final String RULE = "clearance-covers-fields";

  @Override
  public List<Breach> check(Checkout checkout) {
    List<Breach> breaches = new ArrayList<>();
    for (CheckedSubscription subscription : checkout.subscriptions()) {
      List<Entry> entries = subscription.subscription().entries();
      for (int i = 0; i < entries.size(); i++) {
        for (String field : above(checkout, subscription, entries.get(i))) {
          breaches.add(
              new Breach(
                  subscription.at(i, "type"),
                  entries.get(i).type() + "/" + field,
                  RULE,
                  "the field is above the handler's clearance '"
                      + subscription.subscription().clearance().wireName()
                      + "': publish a reduced type for it, or have the clearance raised",
                  List.of(subscription.handler())));
        }
      }
    }
    return breaches;
  }

  /** Fields with their classification. What is not classified is the affair of another rule. */
  private static Set<String> above(
      Checkout checkout, CheckedSubscription subscription, Entry entry) {
    Set<String> above = new LinkedHashSet<>();
    checkout
        .type(entry.type())
        .ifPresent(
            type -> {
              Map<String, Visibility> classification = FieldsAreClassified.readable(type);
              for (int number : entry.versions()) {
                type.contract()
                    .version(number)
                    .ifPresent(
                        version ->
                            above.addAll(
                                above(
                                    version,
                                    classification,
                                    subscription.subscription().clearance())));
              }
            });
    return above;
  }

  private static List<String> above(
      EventVersion version, Map<String, Visibility> classification, Visibility clearance) {
    List<String> above = new ArrayList<>();
    for (Member member : SchemaMembers.of(version).members()) {
      Classification.of(classification, member.path())
          .filter(visibility -> !visibility.visibleTo(clearance))
          .ifPresent(visibility -> above.add(member.path() + " (" + visibility.wireName() + ")"));
    }
    return above;
  }
}

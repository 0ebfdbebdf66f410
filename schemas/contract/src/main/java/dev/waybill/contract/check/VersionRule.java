package dev.waybill.contract.check;

import dev.waybill.contract.catalogue.EventVersion;
import java.util.ArrayList;
import java.util.List;

/** A rule that judges one version of one type after the other. */
interface VersionRule extends Rule {

  List<Breach> check(Checkout checkout, CheckedType type, EventVersion version);

  @Override
  default List<Breach> check(Checkout checkout) {
    List<Breach> breaches = new ArrayList<>();
    for (CheckedType type : checkout.types()) {
      for (EventVersion version : type.contract().versions().values()) {
        breaches.addAll(check(checkout, type, version));
      }
    }
    return breaches;
  }
}

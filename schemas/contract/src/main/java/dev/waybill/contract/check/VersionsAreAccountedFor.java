package dev.waybill.contract.check;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Versions are numbered without gaps, and one that is gone was retired: its number is never used
 * again, since a reader of the earlier one may still run somewhere.
 */
final class VersionsAreAccountedFor implements Rule {

  private static final String RULE = "version-is-accounted-for";

  @Override
  public List<Breach> check(Checkout checkout) {
    List<Breach> breaches = new ArrayList<>();
    for (CheckedType type : checkout.types()) {
      SortedSet<Integer> retired = type.retired();
      SortedSet<Integer> there = new TreeSet<>(type.contract().versions().keySet());
      for (int version = 1; version < there.last(); version++) {
        if (!there.contains(version) && !retired.contains(version)) {
          breaches.add(
              breach(
                  checkout,
                  type,
                  version,
                  "is gone and was not retired: bring its files back, or prove with `waybill schemas"
                      + " retire` that nothing carries it"));
        }
      }
      for (int version : retired) {
        if (there.contains(version)) {
          breaches.add(
              breach(
                  checkout,
                  type,
                  version,
                  "is retired, and its number is never used again: take the" + " next one"));
        }
      }
    }
    return breaches;
  }

  private static Breach breach(Checkout checkout, CheckedType type, int version, String message) {
    return new Breach(
        type.path(CheckedType.schemaFile(version)),
        "",
        RULE,
        "version " + version + " " + message,
        checkout.subscribers(type.name(), version));
  }
}

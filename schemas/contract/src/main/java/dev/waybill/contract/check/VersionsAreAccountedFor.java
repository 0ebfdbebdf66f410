package dev.waybill.contract.check;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Versions are numbered without gaps, and one that is gone was retired: its number is never used
 * again, since a reader of the earlier one may still run somewhere. The list of what was released
 * remembers what has no files any more.
 */
final class VersionsAreAccountedFor implements Rule {

  private static final String RULE = "version-is-accounted-for";

  @Override
  public List<Breach> check(Checkout checkout) {
    List<Breach> breaches = new ArrayList<>();
    for (CheckedType type : checkout.types()) {
      SortedSet<Integer> retired = type.retired();
      SortedSet<Integer> there = new TreeSet<>(type.contract().versions().keySet());
      SortedSet<Integer> expected = new TreeSet<>(checkout.released().of(type.name()));
      for (int version = 1; version < there.last(); version++) {
        expected.add(version);
      }
      for (int version : expected) {
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
                  "is retired, and its number is never used again: take the next one"));
        }
      }
      breaches.addAll(unlisted(checkout, type));
    }
    breaches.addAll(typesThatAreGone(checkout));
    return breaches;
  }

  private static List<Breach> unlisted(Checkout checkout, CheckedType type) {
    return type.contract().versions().keySet().stream()
        .filter(type::isReleased)
        .filter(version -> !checkout.released().of(type.name()).contains(version))
        .map(
            version ->
                new Breach(
                    checkout.releasedFile(),
                    type.name(),
                    RULE,
                    "version "
                        + version
                        + " is released and not in this list: add it with `waybill schemas release "
                        + type.name()
                        + " --execute`",
                    checkout.subscribers(type.name(), version)))
        .toList();
  }

  private static List<Breach> typesThatAreGone(Checkout checkout) {
    return checkout.released().byType().entrySet().stream()
        .filter(type -> !checkout.hasFolder(type.getKey()))
        .map(
            type ->
                new Breach(
                    checkout.releasedFile(),
                    type.getKey(),
                    RULE,
                    "the type is gone, and its versions "
                        + type.getValue()
                        + " were released: bring its folder back"))
        .toList();
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

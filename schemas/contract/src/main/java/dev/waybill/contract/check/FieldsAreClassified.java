package dev.waybill.contract.check;

import dev.waybill.contract.catalogue.EventVersion;
import dev.waybill.contract.check.SchemaMembers.Member;
import dev.waybill.contract.message.Visibility;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The record of a type says of every field how far it may travel, and of no other; and no schema
 * has what could declare fields that are not seen here.
 */
final class FieldsAreClassified implements Rule {

  private static final String RULE = "field-is-classified";

  @Override
  public List<Breach> check(Checkout checkout) {
    List<Breach> breaches = new ArrayList<>();
    for (CheckedType type : checkout.types()) {
      try {
        breaches.addAll(check(checkout, type, type.classification()));
      } catch (IllegalArgumentException e) {
        breaches.add(breach(checkout, type, "fields", String.valueOf(e.getMessage())));
      }
    }
    return breaches;
  }

  /** The classification of a type; empty when it cannot be read, which this rule complains of. */
  static Map<String, Visibility> readable(CheckedType type) {
    try {
      return type.classification();
    } catch (IllegalArgumentException e) {
      return Map.of();
    }
  }

  private static List<Breach> check(
      Checkout checkout, CheckedType type, Map<String, Visibility> classification) {
    List<Breach> breaches = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (EventVersion version : type.contract().versions().values()) {
      SchemaMembers declared = SchemaMembers.of(version);
      declared
          .riddles()
          .forEach(
              (pointer, riddle) -> breaches.add(riddle(checkout, type, version, pointer, riddle)));
      for (Member member : declared.members()) {
        boolean isNew = known.add(member.path());
        if (isNew && member.leaf() && Classification.of(classification, member.path()).isEmpty()) {
          breaches.add(
              breach(
                  checkout,
                  type,
                  "fields/" + member.path(),
                  "a member of version "
                      + version.version()
                      + " has no classification: add it, as public, internal, price-sensitive or"
                      + " personal"));
        }
      }
    }
    for (String name : classification.keySet()) {
      if (!known.contains(name)) {
        breaches.add(
            breach(checkout, type, "fields/" + name, "no version has this member: take it out"));
      }
    }
    return breaches;
  }

  private static Breach riddle(
      Checkout checkout, CheckedType type, EventVersion version, String pointer, String riddle) {
    return new Breach(
        type.path(CheckedType.schemaFile(version.version())),
        pointer,
        RULE,
        riddle + ", so members could hide behind it: declare them without it",
        checkout.subscribers(type.name(), version.version()));
  }

  private static Breach breach(Checkout checkout, CheckedType type, String field, String message) {
    return new Breach(
        type.path("record.yaml"),
        field,
        RULE,
        message,
        type.contract().versions().keySet().stream()
            .flatMap(version -> checkout.subscribers(type.name(), version).stream())
            .distinct()
            .toList());
  }
}

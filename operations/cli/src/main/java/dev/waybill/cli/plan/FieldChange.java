package dev.waybill.cli.plan;

import dev.waybill.contract.subscription.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One field of a subscription that would change.
 *
 * @param field as in the subscription file; a subscribed type as {@code subscribes.<type>}
 * @param from empty when a type is added
 * @param to empty when a type is removed
 */
public record FieldChange(String field, String from, String to) {

  /** Every field in which two subscriptions of one handler differ, in the order of the file. */
  static List<FieldChange> between(Subscription from, Subscription to) {
    List<FieldChange> changes = new ArrayList<>();
    SortedMap<String, String> before = types(from);
    SortedMap<String, String> after = types(to);
    compare(changes, "owner", from.owner(), to.owner());
    compare(changes, "topic", from.topic(), to.topic());
    compare(
        changes,
        "partitions",
        String.valueOf(from.layout().partitions()),
        String.valueOf(to.layout().partitions()));
    compare(changes, "ordering", word(from.layout().ordering()), word(to.layout().ordering()));
    compare(changes, "status", word(from.status()), word(to.status()));
    compare(changes, "clearance", from.clearance().wireName(), to.clearance().wireName());
    SortedSet<String> all = new TreeSet<>(before.keySet());
    all.addAll(after.keySet());
    for (String type : all) {
      compare(
          changes,
          "subscribes." + type,
          before.getOrDefault(type, ""),
          after.getOrDefault(type, ""));
    }
    return changes;
  }

  /** A constant as subscription files write it. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static SortedMap<String, String> types(Subscription subscription) {
    SortedMap<String, String> types = new TreeMap<>();
    subscription.entries().forEach(entry -> types.put(entry.type(), versions(entry)));
    return types;
  }

  private static String versions(Subscription.Entry entry) {
    return String.join(", ", entry.versions().stream().map(version -> "v" + version).toList());
  }

  private static void compare(List<FieldChange> changes, String field, String from, String to) {
    if (!from.equals(to)) {
      changes.add(new FieldChange(field, from, to));
    }
  }
}

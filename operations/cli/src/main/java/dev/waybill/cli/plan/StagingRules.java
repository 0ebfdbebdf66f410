package dev.waybill.cli.plan;

import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionRevision;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a revision means for the writer: a type and version may be staged when every subscriber of
 * the type reads that version. A type without subscribers may be staged in any version.
 */
final class StagingRules {

  private StagingRules() {}

  static List<Notice> judge(SubscriptionRevision applied, SubscriptionRevision next) {
    SortedMap<String, SortedSet<Integer>> before = readableByAll(applied);
    List<Notice> notices = new ArrayList<>();
    readableByAll(next)
        .forEach(
            (type, versions) -> {
              SortedSet<Integer> lost = new TreeSet<>(before.getOrDefault(type, new TreeSet<>()));
              lost.removeAll(versions);
              if (versions.isEmpty()) {
                notices.add(
                    Notice.warning(
                        type,
                        "no version of it is read by every subscriber: " + readers(type, next),
                        "roll out readers of one common version first"));
              } else if (!lost.isEmpty()) {
                notices.add(
                    Notice.warning(
                        type,
                        "version "
                            + numbers(lost)
                            + " is no longer read by every subscriber: "
                            + readers(type, next),
                        "be sure that no writer stages it any more"));
              }
            });
    return notices;
  }

  private static SortedMap<String, SortedSet<Integer>> readableByAll(
      SubscriptionRevision revision) {
    SortedMap<String, SortedSet<Integer>> readable = new TreeMap<>();
    for (Subscription subscription : subscribers(revision)) {
      for (Subscription.Entry entry : subscription.entries()) {
        SortedSet<Integer> versions = readable.get(entry.type());
        if (versions == null) {
          readable.put(entry.type(), new TreeSet<>(entry.versions()));
        } else {
          versions.retainAll(entry.versions());
        }
      }
    }
    return readable;
  }

  private static String readers(String type, SubscriptionRevision revision) {
    List<String> readers = new ArrayList<>();
    for (Subscription subscription : subscribers(revision)) {
      subscription
          .entry(type)
          .ifPresent(
              entry -> readers.add(subscription.handler() + " " + numbers(entry.versions())));
    }
    return String.join("; ", readers);
  }

  private static List<Subscription> subscribers(SubscriptionRevision revision) {
    return revision.subscriptions().stream()
        .filter(subscription -> subscription.status() != Status.CONTRACT_ONLY)
        .toList();
  }

  private static String numbers(SortedSet<Integer> versions) {
    return String.join(", ", versions.stream().map(version -> "v" + version).toList());
  }
}

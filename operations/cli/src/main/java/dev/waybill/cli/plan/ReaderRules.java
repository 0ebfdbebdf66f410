package dev.waybill.cli.plan;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionRevision;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a revision promises to the writers, held against what is true: an active handler reads each
 * version that is promised, in every process, and a promise is not taken back while messages of the
 * version are on their way.
 */
final class ReaderRules {

  private final List<Notice> notices = new ArrayList<>();
  private final Evidence evidence;

  private ReaderRules(Evidence evidence) {
    this.evidence = evidence;
  }

  static List<Notice> judge(
      SubscriptionRevision applied, SubscriptionRevision next, Evidence evidence) {
    ReaderRules rules = new ReaderRules(evidence);
    SortedMap<HandlerId, Subscription> before = active(applied);
    active(next)
        .forEach(
            (handler, to) -> {
              SortedSet<String> had = new TreeSet<>();
              Subscription from = before.get(handler);
              if (from != null) {
                types(from).forEach(type -> had.add(type.toString()));
                rules.judgeNarrowing(from, to);
              }
              rules.judgePromise(to, had);
            });
    return rules.notices;
  }

  /** The versions that are taken from a handler which keeps their type. */
  private static List<MessageType> narrowed(Subscription from, Subscription to) {
    return types(from).stream()
        .filter(type -> to.entry(type.name()).isPresent())
        .filter(type -> !types(to).contains(type))
        .toList();
  }

  private static SortedMap<HandlerId, Subscription> active(SubscriptionRevision revision) {
    SortedMap<HandlerId, Subscription> active = new TreeMap<>();
    revision.subscriptions().stream()
        .filter(subscription -> subscription.status() == Status.ACTIVE)
        .forEach(subscription -> active.put(subscription.handler(), subscription));
    return active;
  }

  private static List<MessageType> types(Subscription subscription) {
    return subscription.entries().stream()
        .flatMap(
            entry ->
                entry.versions().stream().map(version -> new MessageType(entry.type(), version)))
        .toList();
  }

  private void judgePromise(Subscription to, Set<String> had) {
    SortedSet<String> promised = new TreeSet<>();
    types(to).forEach(type -> promised.add(type.toString()));
    SortedSet<String> added = new TreeSet<>(promised);
    added.removeAll(had);
    Readers readers = evidence.readers(to.handler());
    if (readers instanceof Readers.Told told) {
      told.instances().forEach(instance -> judge(to.handler(), instance, promised, added));
    } else if (readers instanceof Readers.Silent silent && !added.isEmpty()) {
      unproved(
          to.handler(),
          "whether it reads " + String.join(", ", added) + " was not asked: " + silent.why());
    }
  }

  private void judge(
      HandlerId handler,
      Readers.Instance instance,
      SortedSet<String> promised,
      SortedSet<String> added) {
    SortedSet<String> lacks = instance.lacks(promised);
    String who = "instance " + instance.name() + ", heard of " + instance.heard() + ",";
    if (instance.reads() == null) {
      if (instance.live() && !added.isEmpty()) {
        unproved(handler, who + " does not say what it reads, since it is of an older version");
      }
    } else if (!lacks.isEmpty() && instance.live()) {
      notices.add(
          Notice.refusal(
              handler.value(),
              who + " does not read " + String.join(", ", lacks),
              "deploy readers to every instance first; one that is gone is forgotten within minutes"));
    } else if (!lacks.isEmpty()) {
      notices.add(
          Notice.warning(
              handler.value(),
              who + " did not read " + String.join(", ", lacks),
              "be sure that it does not come back as it was"));
    }
  }

  private void judgeNarrowing(Subscription from, Subscription to) {
    for (MessageType type : narrowed(from, to)) {
      Needed needed = evidence.needed().look(from.handler(), type);
      if (!needed.found().isEmpty()) {
        notices.add(
            Notice.refusal(
                from.handler().value(),
                "its reader of " + type + " is still needed: " + String.join("; ", needed.found()),
                "keep the version until they are handled; stage it no more meanwhile"));
      }
      if (!needed.unknown().isEmpty()) {
        unproved(
            from.handler(),
            "whether its reader of "
                + type
                + " is still needed was not seen: "
                + String.join("; ", needed.unknown()));
      }
    }
  }

  private void unproved(HandlerId handler, String what) {
    notices.add(
        evidence.unasked().contains(handler)
            ? Notice.warning(
                handler.value(), what + "; its file is believed", "be sure that its file is right")
            : Notice.refusal(
                handler.value(),
                what,
                "name an instance of its service with --handler-server and a token in WAYBILL_TOKEN;"
                    + " where none can be asked, answer for it with --unasked "
                    + handler));
  }
}

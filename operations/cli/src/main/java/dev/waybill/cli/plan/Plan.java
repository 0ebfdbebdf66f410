package dev.waybill.cli.plan;

import dev.waybill.contract.subscription.HandlerId;
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
 * The difference between the applied revision and the one that the files ask for.
 *
 * @param next what would be applied, numbered one above the applied revision
 * @param changes sorted by handler; empty when the files ask for what is applied
 * @param notices what speaks against it
 */
public record Plan(
    SubscriptionRevision applied,
    SubscriptionRevision next,
    List<Change> changes,
    List<Notice> notices) {

  public Plan {
    changes = List.copyOf(changes);
    notices = List.copyOf(notices);
  }

  /**
   * Compares.
   *
   * @param drained handlers of which the operator states that every message on their topic is
   *     handled
   * @param evidence what was found out about the handlers that run
   */
  public static Plan between(
      SubscriptionRevision applied,
      List<Subscription> wanted,
      Set<HandlerId> drained,
      Evidence evidence) {
    SubscriptionRevision next = new SubscriptionRevision(applied.revision() + 1, wanted);
    List<Change> changes = changes(byHandler(applied), byHandler(next));
    List<Notice> notices = new ArrayList<>();
    changes.forEach(change -> notices.addAll(HandlerRules.judge(change, drained)));
    if (!changes.isEmpty()) {
      notices.addAll(StagingRules.judge(applied, next));
      notices.addAll(ReaderRules.judge(applied, next, evidence));
    }
    return new Plan(applied, next, changes, notices);
  }

  /** Whether there is nothing to apply. */
  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** Whether it may not be applied as it is. */
  public boolean isRefused() {
    return notices.stream().anyMatch(Notice::refuses);
  }

  private static List<Change> changes(
      SortedMap<HandlerId, Subscription> before, SortedMap<HandlerId, Subscription> after) {
    SortedSet<HandlerId> handlers = new TreeSet<>(before.keySet());
    handlers.addAll(after.keySet());
    List<Change> changes = new ArrayList<>();
    for (HandlerId handler : handlers) {
      Subscription from = before.get(handler);
      Subscription to = after.get(handler);
      if (from == null && to != null) {
        changes.add(new Change.Added(to));
      } else if (from != null && to == null) {
        changes.add(new Change.Removed(from));
      } else if (from != null && to != null) {
        List<FieldChange> fields = FieldChange.between(from, to);
        if (!fields.isEmpty()) {
          changes.add(new Change.Changed(from, to, fields));
        }
      }
    }
    return changes;
  }

  private static SortedMap<HandlerId, Subscription> byHandler(SubscriptionRevision revision) {
    SortedMap<HandlerId, Subscription> subscriptions = new TreeMap<>();
    revision.subscriptions().forEach(one -> subscriptions.put(one.handler(), one));
    return subscriptions;
  }
}

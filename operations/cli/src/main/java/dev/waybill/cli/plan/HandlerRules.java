package dev.waybill.cli.plan;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Ordering;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What speaks against a change of one handler. The rules keep the promise that messages of one
 * ordering key arrive in commit order: whatever moves a key to another partition while older
 * messages of it are still unhandled would let later ones overtake.
 */
final class HandlerRules {

  private final List<Notice> notices = new ArrayList<>();
  private final String handler;
  private final boolean drained;

  private HandlerRules(HandlerId handler, boolean drained) {
    this.handler = handler.value();
    this.drained = drained;
  }

  static List<Notice> judge(Change change, Set<HandlerId> drained) {
    HandlerRules rules = new HandlerRules(change.handler(), drained.contains(change.handler()));
    if (change instanceof Change.Removed) {
      rules.warn(
          "it will be sent nothing more, and its topic stays as it is",
          "to keep it on record, leave its file and set status: disabled");
    } else if (change instanceof Change.Changed changed) {
      rules.judgeLayout(changed);
      rules.judgeNarrowing(changed.from(), changed.to());
    }
    return rules.notices;
  }

  private void judgeLayout(Change.Changed change) {
    int before = change.from().layout().partitions();
    int after = change.to().layout().partitions();
    boolean sameTopic = !change.touches("topic");
    boolean ordered = change.to().layout().ordering() == Ordering.KEY;
    if (sameTopic && after < before) {
      refuse(
          "partitions cannot go from " + before + " down to " + after + ": Kafka takes none away",
          "name a new topic with " + after + " partitions, once the old one is drained");
    }
    if (sameTopic && after > before && ordered) {
      requireDrained(
          "with "
              + after
              + " instead of "
              + before
              + " partitions, later messages of a key may"
              + " overtake earlier ones that are not handled yet");
    }
    if (!sameTopic && ordered) {
      requireDrained(
          "messages on the new topic may overtake those left on " + change.from().topic());
    }
    if (sameTopic && change.touches("ordering")) {
      if (ordered) {
        requireDrained("what is on the topic already is not spread by ordering key");
      } else {
        warn("messages of one key will no longer arrive in order", "be sure it needs no order");
      }
    }
  }

  private void judgeNarrowing(Subscription from, Subscription to) {
    List<String> lost = new ArrayList<>();
    for (Subscription.Entry entry : from.entries()) {
      for (int version : entry.versions()) {
        boolean kept =
            to.entry(entry.type()).filter(now -> now.versions().contains(version)).isPresent();
        if (!kept) {
          lost.add(entry.type() + " v" + version);
        }
      }
    }
    if (!lost.isEmpty()) {
      warn(
          "it will no longer be sent " + String.join(", ", lost),
          "deploy a handler without it only when nothing carries it: waybill schemas retire");
    }
    if (from.status() == Status.ACTIVE && to.status() != Status.ACTIVE) {
      warn(
          "it will be sent nothing while " + FieldChange.word(to.status()),
          "what is staged meanwhile reaches it only by a backfill");
    }
    if (to.clearance().compareTo(from.clearance()) < 0) {
      warn(
          "messages above " + to.clearance().wireName() + " will no longer reach it",
          "be sure that it can do without them");
    }
  }

  private void requireDrained(String danger) {
    if (drained) {
      warn(danger + "; stated as drained", "be sure that it has handled every message");
    } else {
      refuse(
          danger,
          "let it handle everything while nothing is staged for it, then add --drained " + handler);
    }
  }

  private void warn(String message, String remedy) {
    notices.add(Notice.warning(handler, message, remedy));
  }

  private void refuse(String message, String remedy) {
    notices.add(Notice.refusal(handler, message, remedy));
  }
}

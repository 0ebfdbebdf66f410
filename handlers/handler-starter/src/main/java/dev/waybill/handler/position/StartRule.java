package dev.waybill.handler.position;

import dev.waybill.handler.position.StartDecision.Gap;
import dev.waybill.handler.position.StartDecision.Restart;
import dev.waybill.handler.position.StartDecision.Restart.Reason;
import dev.waybill.handler.position.StartDecision.Resume;
import java.util.Optional;

/**
 * The rule: go on where the database says, unless that place no longer is what it was. Reading
 * again is safe, since the inbox skips what it knows; reading too little is not, so every doubt
 * begins at the beginning.
 */
public final class StartRule {

  private StartRule() {}

  /** Decides for one partition. */
  public static StartDecision decide(Optional<StoredPosition> stored, PartitionLog log) {
    Position beginning = Position.at(log.start());
    if (stored.isEmpty()) {
      return new Restart(beginning, Reason.FIRST_READ);
    }
    StoredPosition position = stored.get();
    if (!position.topicId().equals(log.topicId())) {
      return new Restart(beginning, Reason.OTHER_TOPIC);
    }
    if (log.truncated() || position.next().offset() > log.end()) {
      return new Restart(beginning, Reason.TRUNCATED);
    }
    if (position.next().offset() < log.start()) {
      return new Gap(beginning, position.next().offset());
    }
    return new Resume(position);
  }
}

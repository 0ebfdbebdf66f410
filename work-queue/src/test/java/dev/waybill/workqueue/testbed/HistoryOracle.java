package dev.waybill.workqueue.testbed;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Judges a whole history of stops by what the queue promises, from nothing but the entries that a
 * trigger made.
 */
public final class HistoryOracle {

  private static final Set<String> ENDS = Set.of("delivered", "returned");

  private final List<String> violations = new ArrayList<>();
  private final Map<Long, List<StopChange>> changes = new TreeMap<>();
  private final Map<Long, String> parcelByArrival;

  /**
   * An oracle for stops that nobody changed before the history.
   *
   * @param parcelByArrival every stop there is
   */
  public HistoryOracle(Map<Long, String> parcelByArrival) {
    this.parcelByArrival = Map.copyOf(parcelByArrival);
  }

  /** What was not kept; empty when all is well. */
  public List<String> judge(Collection<StopChange> history) {
    for (StopChange change : history) {
      changes.computeIfAbsent(change.arrival(), arrival -> new ArrayList<>()).add(change);
    }
    for (StopChange change : history) {
      judgeAttempt(change);
      if (change.isClaim()) {
        judgeLease(change);
        parcelByArrival.forEach((arrival, parcel) -> judgeNeighbour(change, arrival, parcel));
      }
    }
    return List.copyOf(violations);
  }

  /** How often a claim of this fencing value was ended. */
  public static long ends(Collection<StopChange> history, UUID stop, long fencing) {
    return history.stream()
        .filter(change -> change.stop().equals(stop) && change.isEndOfClaim())
        .filter(change -> change.before().fencing() == fencing)
        .count();
  }

  private void judgeAttempt(StopChange change) {
    int grown = change.after().attempt() - change.before().attempt();
    boolean right =
        change.isOpenedAgain()
            || (change.isClaim() && grown == 1)
            // The claim before it expired before its work began.
            || (change.isClaim() && change.before().claimed() && grown == 0)
            || (!change.isClaim() && grown == 0)
            || (change.isEndOfClaim() && grown == -1 && !ENDS.contains(change.after().state()));
    check(right, change, "counts its attempts wrongly");
  }

  private void judgeLease(StopChange claim) {
    check(claim.after().fencing() == claim.before().fencing() + 1, claim, "skips a fencing value");
    OffsetDateTime end = claim.before().leaseEnd();
    check(
        !claim.before().claimed() || (end != null && !end.isAfter(claim.changedAt())),
        claim,
        "is claimed under a lease that holds");
    check(!ENDS.contains(claim.before().state()), claim, "is claimed after its end");
  }

  private void judgeNeighbour(StopChange claim, long arrival, String parcel) {
    if (arrival == claim.arrival() || !parcel.equals(claim.parcel())) {
      return;
    }
    StopChange last = lastBefore(claim.changedAt(), changes.getOrDefault(arrival, List.of()));
    if (arrival < claim.arrival()) {
      check(last != null && wasEnded(last, claim), claim, "overtakes stop " + arrival);
    }
    if (last != null && last.after().claimed()) {
      OffsetDateTime lease = last.after().leaseEnd();
      check(
          lease != null && !lease.isAfter(claim.changedAt()),
          claim,
          "is claimed beside stop " + arrival);
    }
  }

  /** Also true when it was opened again so late that the claim need not have seen it. */
  private static boolean wasEnded(StopChange last, StopChange claim) {
    OffsetDateTime settled = last.settledAt();
    return ENDS.contains(last.after().state())
        || (last.isOpenedAgain() && (settled == null || settled.isAfter(claim.beganAt())));
  }

  private static @Nullable StopChange lastBefore(OffsetDateTime time, List<StopChange> changes) {
    StopChange last = null;
    for (StopChange change : changes) {
      if (!change.changedAt().isAfter(time)) {
        last = change;
      }
    }
    return last;
  }

  private void check(boolean right, StopChange change, String violation) {
    if (!right) {
      violations.add("stop " + change.arrival() + " " + violation + ": " + change);
    }
  }
}

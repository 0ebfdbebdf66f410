package dev.waybill.handler.operate;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.attempt.DeliveryQueue;
import dev.waybill.handler.inbox.DeliveryTable;
import dev.waybill.handler.operate.Upkeep.Chore;
import dev.waybill.workqueue.WorkCounts;
import java.time.Duration;
import java.util.List;

/** What there is to do for a handler beside its messages. Thread-safe. */
public final class Chores {

  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration PURGE = Duration.ofMinutes(1);

  /** Rows in one transaction of a purge, so that it holds nobody up. */
  private static final int PURGED = 2_000;

  private final PauseTable pauses;
  private final DeliveryTable deliveries;
  private final int most;
  private final Duration retention;

  /**
   * @param most unfinished deliveries of one handler
   * @param retention how long completed ones are remembered
   */
  public Chores(PauseTable pauses, DeliveryTable deliveries, int most, Duration retention) {
    this.pauses = pauses;
    this.deliveries = deliveries;
    this.most = most;
    this.retention = retention;
  }

  /** The chores of one handler. */
  public List<Chore> of(HandlerId handler, Brakes brakes, DeliveryQueue queue) {
    return List.of(
        new Chore("looking for a pause", LOOK, () -> lookForPause(handler, brakes)),
        new Chore("counting", LOOK, () -> count(brakes, queue)),
        new Chore("the purge of the inbox", PURGE, () -> purge(handler)));
  }

  private void lookForPause(HandlerId handler, Brakes brakes) {
    brakes.pause(pauses.find(handler).map(PauseTable.Pause::toString).orElse(null));
  }

  /** Below nine tenths it reads again, so that it does not stop and go with every message. */
  private void count(Brakes brakes, DeliveryQueue queue) {
    WorkCounts counts = queue.count();
    long unfinished = counts.pending() + counts.processing() + counts.expired();
    if (unfinished >= most) {
      brakes.full(
          unfinished
              + " deliveries wait in the inbox, the most that waybill.handler.inbox.max-waiting="
              + most
              + " allows");
    } else if (unfinished < most * 9L / 10) {
      brakes.full(null);
    }
  }

  private void purge(HandlerId handler) {
    int purged;
    do {
      purged = deliveries.purge(handler, retention, PURGED);
    } while (purged == PURGED);
  }
}

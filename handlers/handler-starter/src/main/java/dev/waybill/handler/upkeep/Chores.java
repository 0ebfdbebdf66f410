package dev.waybill.handler.upkeep;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.deliver.HandlerTransactions;
import dev.waybill.handler.inbox.DeliveryTable;
import dev.waybill.handler.inbox.InboxLook;
import dev.waybill.handler.inbox.InboxLooks;
import dev.waybill.handler.operate.Brakes;
import dev.waybill.handler.operate.PauseTable;
import dev.waybill.handler.signals.HealthRows;
import dev.waybill.handler.status.HandlerStatus;
import dev.waybill.handler.upkeep.Upkeep.Chore;
import java.time.Duration;
import java.util.List;

/** What there is to do for a handler beside its messages. Thread-safe. */
public final class Chores {

  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration BEAT = Duration.ofSeconds(30);
  private static final Duration PURGE = Duration.ofMinutes(1);

  /** Rows in one transaction of a purge, so that it holds nobody up. */
  private static final int PURGED = 2_000;

  private final HandlerTransactions transactions;
  private final PauseTable pauses;
  private final DeliveryTable deliveries;
  private final InboxLooks looks;
  private final HealthRows health;
  private final Bounds bounds;

  public Chores(
      HandlerTransactions transactions,
      PauseTable pauses,
      DeliveryTable deliveries,
      InboxLooks looks,
      HealthRows health,
      Bounds bounds) {
    this.transactions = transactions;
    this.pauses = pauses;
    this.deliveries = deliveries;
    this.looks = looks;
    this.health = health;
    this.bounds = bounds;
  }

  /**
   * How much there may be.
   *
   * @param most unfinished deliveries of one handler
   * @param retention how long completed ones are remembered
   */
  public record Bounds(int most, Duration retention) {}

  /** The chores of one handler, of which the heartbeat tells what it reads. */
  public List<Chore> of(HandlerStatus status, List<String> reads, Brakes brakes) {
    HandlerId handler = status.handler();
    return List.of(
        chore("the look for a pause", LOOK, () -> lookForPause(handler, brakes)),
        chore("the look at the inbox", LOOK, () -> look(status, brakes)),
        chore("the heartbeat", BEAT, () -> health.beat(status, reads)),
        new Chore("the purge of the inbox", PURGE, () -> purge(handler)));
  }

  /** What is told of a handler that has ended: how it left its inbox. */
  public List<Chore> farewell(HandlerStatus status, List<String> reads, Brakes brakes) {
    return List.of(
        chore("the last look at the inbox", LOOK, () -> look(status, brakes)),
        chore("the last heartbeat", BEAT, () -> health.beat(status, reads)));
  }

  private Chore chore(String name, Duration interval, Runnable action) {
    return new Chore(name, interval, () -> transactions.run(action));
  }

  private void lookForPause(HandlerId handler, Brakes brakes) {
    brakes.pause(pauses.find(handler).map(PauseTable.Pause::toString).orElse(null));
  }

  /** Below nine tenths it reads again, so that it does not stop and go with every message. */
  private void look(HandlerStatus status, Brakes brakes) {
    InboxLook look = lookAt(status);
    status.show(look);
    // What its topic does not have yet has its bytes here, too.
    long unfinished = look.unfinished() + look.unsent();
    if (unfinished >= bounds.most()) {
      brakes.full(
          unfinished
              + " deliveries wait in the inbox, the most that waybill.handler.inbox.max-waiting="
              + bounds.most()
              + " allows");
    } else if (unfinished < bounds.most() * 9L / 10) {
      brakes.full(null);
    }
  }

  private InboxLook lookAt(HandlerStatus status) {
    try {
      return looks.look(status.handler());
    } catch (RuntimeException e) {
      status.storeOutage();
      throw e;
    }
  }

  private void purge(HandlerId handler) {
    int purged;
    do {
      purged = transactions.call(() -> deliveries.purge(handler, bounds.retention(), PURGED));
    } while (purged == PURGED);
  }
}

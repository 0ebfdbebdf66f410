package dev.waybill.handler.desk;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.attempt.DeliveryQueue;
import dev.waybill.handler.deliver.HandlerTransactions;
import dev.waybill.handler.desk.ActionTable.Action;
import dev.waybill.handler.desk.DeliveryDesk.Tables;
import dev.waybill.handler.inbox.Inbox;
import dev.waybill.handler.inbox.OperatorChanges.CodeCount;
import dev.waybill.handler.inbox.OperatorChanges.Scheduled;
import dev.waybill.handler.operate.PauseTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Directs a whole handler on somebody's word, in any of its instances: each action in one
 * transaction with its entry in the audit. Thread-safe.
 */
public final class HandlerDesk {

  /** Of claims in one transaction; whoever wants more asks again. */
  private static final int MOST = 1_000;

  private final HandlerTransactions transactions;
  private final PauseTable pauses;
  private final Tables tables;

  public HandlerDesk(HandlerTransactions transactions, PauseTable pauses, Tables tables) {
    this.transactions = transactions;
    this.pauses = pauses;
    this.tables = tables;
  }

  /**
   * Holds a handler in every instance, within a second, until it is resumed.
   *
   * @throws RefusedRequestException when it is held already; says by whom
   */
  public String pause(HandlerId handler, Mandate mandate) {
    return transactions.call(
        () -> {
          if (!pauses.add(handler, mandate.actor(), mandate.reason())) {
            throw RefusedRequestException.conflict(
                handler
                    + " is "
                    + pauses.find(handler).map(Object::toString).orElse("being paused")
                    + ".",
                "Resume it, or leave it as it is.");
          }
          return done(mandate, "pause", handler, "handler", "paused");
        });
  }

  /**
   * Lets a handler go on.
   *
   * @throws RefusedRequestException when nobody holds it
   */
  public String resume(HandlerId handler, Mandate mandate) {
    return transactions.call(
        () -> {
          if (!pauses.remove(handler)) {
            throw RefusedRequestException.conflict(
                handler + " is not paused.", "There is nothing to resume.");
          }
          return done(mandate, "resume", handler, "handler", "resumed");
        });
  }

  /** How many claims have outlived their lease. */
  public long stale(Inbox inbox) {
    return queue(inbox).count().expired();
  }

  /** Takes expired claims from their owners, so that they are due for anybody. */
  public String recoverStale(Inbox inbox, Mandate mandate) {
    DeliveryQueue queue = queue(inbox);
    return transactions.call(
        () -> {
          int recovered = queue.takeStale(MOST);
          return done(
              mandate,
              "recover-stale",
              inbox.handler(),
              "claims whose lease is over",
              recovered + " claims recovered");
        });
  }

  /** When a selection begins to be fixed. */
  public Instant now() {
    return transactions.call(tables.changes()::now);
  }

  /** How many scheduled deliveries are selected, by the reason why they failed. */
  public List<CodeCount> planRetry(Scheduled selected) {
    return transactions.call(() -> tables.changes().count(selected));
  }

  /** Lets the selected scheduled deliveries be due at once. */
  public String retry(Scheduled selected, Mandate mandate) {
    return transactions.call(
        () -> {
          String failures =
              tables.changes().count(selected).stream()
                  .map(count -> count.deliveries() + " × " + count.errorCode())
                  .collect(Collectors.joining(", "));
          String outcome = tables.changes().makeDue(selected) + " deliveries due now";
          tables
              .actions()
              .add(
                  mandate,
                  new Action(
                      "retry-scheduled",
                      selected.handler().value(),
                      words(selected),
                      failures,
                      outcome));
          return outcome;
        });
  }

  /** Records that somebody was denied something. */
  public void deny(Mandate mandate, Action denied) {
    transactions.run(() -> tables.actions().add(mandate, denied));
  }

  private String done(
      Mandate mandate, String action, HandlerId handler, String selection, String outcome) {
    tables.actions().add(mandate, new Action(action, handler.value(), selection, null, outcome));
    return outcome;
  }

  private static String words(Scheduled selected) {
    return "retry_scheduled, failed until "
        + selected.failedBefore()
        + (selected.errorCode() == null ? "" : ", error " + selected.errorCode())
        + (selected.tenant() == null ? "" : ", tenant " + selected.tenant());
  }

  /** It never claims here, so the name and length of its leases do not matter. */
  private DeliveryQueue queue(Inbox inbox) {
    return new DeliveryQueue(
        inbox,
        transactions,
        tables.inbox().deliveries(),
        tables.inbox().deadLetters(),
        new DeliveryQueue.Lease("operator", Duration.ofSeconds(1)));
  }
}

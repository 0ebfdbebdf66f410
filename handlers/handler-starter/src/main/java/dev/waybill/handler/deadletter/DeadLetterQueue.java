package dev.waybill.handler.deadletter;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.deliver.HandlerTransactions;
import dev.waybill.handler.inbox.DeadLetterTable;
import dev.waybill.handler.inbox.DeadLetterTable.Death;
import dev.waybill.handler.inbox.KeptRecordTable;
import dev.waybill.handler.inbox.KeptRecordTable.Kept;
import dev.waybill.workqueue.Claim;
import dev.waybill.workqueue.ClaimRequest;
import dev.waybill.workqueue.WorkCounts;
import dev.waybill.workqueue.WorkQueue;
import dev.waybill.workqueue.shape.StateName;
import dev.waybill.workqueue.shape.TableName;
import dev.waybill.workqueue.shape.WorkColumns;
import dev.waybill.workqueue.shape.WorkStates;
import dev.waybill.workqueue.shape.WorkTable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The dead letters of one handler that their topic does not have yet. Thread-safe. */
public final class DeadLetterQueue {

  private static final WorkTable TABLE =
      WorkTable.of(
              TableName.of("inbox", "dead_letter"),
              WorkColumns.of("arrival", "handler", "message_id", "death"),
              WorkStates.of("unsent", "sending", "sent"))
          .where("work.handler = :handler");

  /** Longer than a send may take. */
  private static final Duration LEASE = Duration.ofMinutes(1);

  private final HandlerId handler;
  private final String owner;
  private final HandlerTransactions transactions;
  private final WorkQueue queue;
  private final DeadLetterTable deadLetters;
  private final KeptRecordTable records;

  public DeadLetterQueue(
      HandlerId handler,
      String owner,
      HandlerTransactions transactions,
      DeadLetterTable deadLetters,
      KeptRecordTable records) {
    this.handler = handler;
    this.owner = owner;
    this.transactions = transactions;
    this.queue = transactions.queue(TABLE);
    this.deadLetters = deadLetters;
    this.records = records;
  }

  HandlerId handler() {
    return handler;
  }

  List<Claim> claim(int limit) {
    ClaimRequest request = ClaimRequest.of(owner, LEASE, limit).with("handler", handler.value());
    return transactions.call(() -> queue.claim(request));
  }

  /** How many are not on the topic. */
  public long unsent() {
    return transactions.call(
        () -> {
          WorkCounts counts = queue.count(Map.of("handler", handler.value()));
          return counts.pending() + counts.processing() + counts.expired();
        });
  }

  Death death(Claim claim) {
    return deadLetters.find(handler, id(claim), number(claim)).orElseThrow();
  }

  /** Its bytes; empty when it was replayed and handled before it was sent. */
  Optional<Kept> record(Claim claim) {
    return records.find(handler, id(claim));
  }

  /** Stores that the topic has it and forgets its bytes; nothing, when the claim is another's. */
  void sent(Claim claim, int partition, long offset) {
    transactions.run(
        () -> {
          boolean dead = records.isDead(handler, id(claim), number(claim));
          if (queue.finish(claim, new StateName("sent")).recorded()) {
            deadLetters.sent(handler, id(claim), number(claim), partition, offset);
            if (dead) {
              records.forget(handler, id(claim));
            }
          }
        });
  }

  /** There is nothing to send any more; false when there should be. */
  boolean overtaken(Claim claim) {
    return transactions.call(
        () -> {
          boolean dead = records.isDead(handler, id(claim), number(claim));
          String why = dead ? "its bytes are gone" : "replayed before it was sent";
          queue.finish(claim, new StateName("sent"), why);
          return !dead;
        });
  }

  void failed(Claim claim, Duration delay, String error) {
    transactions.call(() -> queue.retry(claim, delay, error));
  }

  void release(Claim claim) {
    transactions.call(() -> queue.release(claim));
  }

  private static UUID id(Claim claim) {
    return claim.key().value(1, UUID.class);
  }

  private static int number(Claim claim) {
    return claim.key().value(2, Integer.class);
  }
}

package dev.waybill.handler.attempt;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.handler.deliver.HandlerTransactions;
import dev.waybill.handler.inbox.DeadLetterTable;
import dev.waybill.handler.inbox.DeliveryTable;
import dev.waybill.handler.inbox.Inbox;
import dev.waybill.workqueue.Claim;
import dev.waybill.workqueue.ClaimRequest;
import dev.waybill.workqueue.WorkCounts;
import dev.waybill.workqueue.WorkKey;
import dev.waybill.workqueue.WorkQueue;
import dev.waybill.workqueue.shape.StateName;
import dev.waybill.workqueue.shape.TableName;
import dev.waybill.workqueue.shape.WorkColumns;
import dev.waybill.workqueue.shape.WorkStates;
import dev.waybill.workqueue.shape.WorkTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The deliveries of one handler that are not at their end, as a table of work: which of them are
 * due and the earliest unfinished of their key. Each method is a short transaction, but those that
 * say otherwise. Thread-safe.
 */
public final class DeliveryQueue {

  /** So long what is not to blame rests, so that others are tried before it. */
  private static final Duration REST = Duration.ofSeconds(1);

  private final Inbox inbox;
  private final WorkQueue queue;
  private final DeliveryTable deliveries;
  private final DeadLetterTable deadLetters;
  private final HandlerTransactions transactions;
  private final Lease lease;

  public DeliveryQueue(
      Inbox inbox,
      HandlerTransactions transactions,
      DeliveryTable deliveries,
      DeadLetterTable deadLetters,
      Lease lease) {
    this.inbox = inbox;
    this.queue = transactions.queue(table(inbox));
    this.deliveries = deliveries;
    this.deadLetters = deadLetters;
    this.transactions = transactions;
    this.lease = lease;
  }

  /**
   * How claims are held.
   *
   * @param owner unique to the process start
   * @param duration longer than the longest method of a transactional handler takes
   */
  public record Lease(String owner, Duration duration) {}

  private static WorkTable table(Inbox inbox) {
    WorkColumns columns =
        WorkColumns.of("arrival", "handler", "message_id").fairBetween("tenant_id");
    WorkStates states =
        inbox.holds()
            ? WorkStates.of(
                    "pending", "processing", "completed", "skipped_unsupported_version", "ignored")
                .heldAs("dead_letter")
            : WorkStates.of(
                "pending",
                "processing",
                "completed",
                "skipped_unsupported_version",
                "ignored",
                "dead_letter");
    return WorkTable.of(
            TableName.of("inbox", "delivery"),
            // Without order each is a group of its own; what waits since there was order is still
            // found.
            columns.groupedBy("handler", inbox.ordered() ? "ordering_key" : "message_id"),
            states.retryingAs("retry_scheduled").waitingAs("waiting"))
        .where("work.handler = :handler");
  }

  HandlerId handler() {
    return inbox.handler();
  }

  Duration lease() {
    return lease.duration();
  }

  /** Claims what is due, fair between tenants. */
  public List<Claim> claim(int limit) {
    ClaimRequest request =
        ClaimRequest.of(lease.owner(), lease.duration(), limit)
            .with("handler", inbox.handler().value());
    return transactions.call(() -> queue.claim(request));
  }

  /** The claim of a delivery that this process has just taken in as begun. */
  public Claim begun(UUID messageId) {
    return new Claim(
        new WorkKey(List.of(inbox.handler().value(), messageId)),
        lease.owner(),
        1,
        1,
        Instant.EPOCH);
  }

  /** Which message a claim is for. */
  static UUID messageId(Claim claim) {
    return claim.key().value(1, UUID.class);
  }

  /** Stores that the run begins; false when the lease is over. */
  boolean start(Claim claim) {
    return transactions.call(() -> queue.start(claim).recorded());
  }

  /** As {@link #hold}, by itself. */
  boolean renew(Claim claim) {
    return transactions.call(() -> hold(claim));
  }

  /**
   * In the caller's transaction: the lease lasts from now on, and nobody else takes the delivery
   * while the transaction is open. False when the lease is over.
   */
  boolean hold(Claim claim) {
    return queue.renew(claim, lease.duration()).recorded();
  }

  /** In the caller's transaction: the delivery is done. False when the claim is no longer ours. */
  boolean complete(Claim claim) {
    return queue.finish(claim, new StateName("completed")).recorded();
  }

  /** Gives it back; no attempt is used. */
  void release(Claim claim) {
    transactions.call(() -> queue.release(claim));
  }

  /**
   * Gives it back for a while, because something is in the way; no attempt is used.
   *
   * @param limit how long in a row that may be so
   * @return false when it has been so for longer, or the claim is no longer ours; then nothing is
   *     changed
   */
  boolean putOff(Claim claim, Duration delay, Duration limit) {
    return transactions.call(
        () ->
            deliveries.noteObstacle(inbox.handler(), messageId(claim), claim.fencingValue(), limit)
                && queue.postpone(claim, delay).recorded());
  }

  /** Records what became of it; false when the claim is no longer ours. */
  boolean settle(Claim claim, Verdict verdict) {
    return transactions.call(() -> verdict.fold(new Settlement(claim)));
  }

  /** What is not at its end. */
  public WorkCounts count() {
    return transactions.call(() -> queue.count(Map.of("handler", inbox.handler().value())));
  }

  /** Takes expired claims from their owners; tells how many. */
  public int recoverStale(int limit) {
    return transactions.call(
        () -> queue.recoverStale(limit, Map.of("handler", inbox.handler().value())));
  }

  /** As {@link #recoverStale}, in the caller's transaction. */
  public int takeStale(int limit) {
    return queue.recoverStale(limit, Map.of("handler", inbox.handler().value()));
  }

  /** Each case in the caller's transaction. */
  private final class Settlement implements Verdict.Cases<Boolean> {

    private final Claim claim;

    private Settlement(Claim claim) {
      this.claim = claim;
    }

    @Override
    public Boolean retryIn(Verdict.RetryIn verdict) {
      String reason = verdict.failure().reason();
      return noteFailure(verdict.failure(), false)
          && queue.retry(claim, verdict.delay(), reason).recorded();
    }

    @Override
    public Boolean deadLetter(Verdict.DeadLetter verdict) {
      boolean dead = noteFailure(verdict.failure(), true) && end("dead_letter", verdict.failure());
      if (dead) {
        deadLetters.add(inbox.handler(), messageId(claim));
      }
      return dead;
    }

    @Override
    public Boolean ignored(Verdict.Ignored verdict) {
      return noteFailure(verdict.failure(), false) && end("ignored", verdict.failure());
    }

    @Override
    public Boolean skipped(Verdict.Skipped verdict) {
      return noteFailure(verdict.failure(), false)
          && end("skipped_unsupported_version", verdict.failure());
    }

    @Override
    public Boolean uncounted(Verdict.Uncounted verdict) {
      return deliveries.endObstacles(inbox.handler(), messageId(claim), claim.fencingValue())
          && queue.postpone(claim, REST).recorded();
    }

    private boolean noteFailure(Failure failure, boolean death) {
      return deliveries.noteFailure(
          inbox.handler(), messageId(claim), claim.fencingValue(), failure, death);
    }

    private boolean end(String state, Failure failure) {
      return queue.finish(claim, new StateName(state), failure.reason()).recorded();
    }
  }
}

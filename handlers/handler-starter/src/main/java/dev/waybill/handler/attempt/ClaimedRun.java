package dev.waybill.handler.attempt;

import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.FailureKind;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.handler.deliver.Fault;
import dev.waybill.handler.deliver.FaultClasses;
import dev.waybill.handler.deliver.HandlerTransactions;
import dev.waybill.handler.deliver.MethodRunner;
import dev.waybill.handler.deliver.MethodRunner.Run;
import dev.waybill.handler.deliver.Triage;
import dev.waybill.handler.inbox.KeptRecordTable;
import dev.waybill.handler.inbox.KeptRecordTable.Kept;
import dev.waybill.handler.record.RecordReader;
import dev.waybill.handler.record.Refusal;
import dev.waybill.handler.record.RefusedRecordException;
import dev.waybill.handler.retry.Judge;
import dev.waybill.handler.retry.OutageGate;
import dev.waybill.workqueue.Claim;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Runs one claimed delivery and records what became of it. A transactional method runs in one
 * transaction with the end of its delivery; a method to the outside runs with none open, while the
 * lease is renewed. Thread-safe.
 */
public final class ClaimedRun {

  private static final Failure KILLED =
      Failure.of(
          FailureKind.PERMANENT,
          Refusal.KILLED_PROCESS.code(),
          "killed the process: every attempt ended with it");

  private static final Failure LOST_RECORD =
      Failure.of(FailureKind.PERMANENT, "record-missing", "its record is not kept any more");

  /** So long a delivery rests that something is in the way of. */
  private static final Duration REST = Duration.ofSeconds(1);

  /** Attempts to store that a call was made, a second apart. */
  private static final int CONCLUSIONS = 600;

  private final DeliveryQueue queue;
  private final KeptRecordTable records;
  private final HandlerTransactions transactions;
  private final Way way;
  private final LeaseKeeper keeper;
  private final RunObserver observer;
  private final Queue<Claim> unreleased = new ConcurrentLinkedQueue<>();
  private volatile boolean ending;

  public ClaimedRun(
      DeliveryQueue queue,
      KeptRecordTable records,
      HandlerTransactions transactions,
      Way way,
      LeaseKeeper keeper,
      RunObserver observer) {
    this.queue = queue;
    this.records = records;
    this.transactions = transactions;
    this.way = way;
    this.keeper = keeper;
    this.observer = observer;
  }

  /**
   * How this handler's deliveries are read, run and judged.
   *
   * @param contentionLimit how long in a row what is in a delivery's way uses none of its attempts
   */
  public record Way(
      RecordReader reader,
      Triage triage,
      MethodRunner methods,
      Judge judge,
      OutageGate gate,
      FaultClasses faults,
      Duration contentionLimit) {}

  /** Whether to go on. */
  public enum Result {
    /** Something was recorded, or the claim is another's now. */
    DONE,
    /** The database does not do its part; the claim was given back if that was possible. */
    OUTAGE
  }

  /** Runs a claim whose start is not stored yet. */
  public Result run(Claim claim) {
    return run(claim, false);
  }

  /** Runs a claim that was taken in as begun. */
  public Result runBegun(Claim claim) {
    return run(claim, true);
  }

  /** What is interrupted from now on is interrupted by the shutdown, and not to blame for it. */
  void end() {
    ending = true;
  }

  /**
   * Gives back what could not be given back while the database was away: its attempts do not count,
   * as long as nobody else took it since.
   *
   * @throws RuntimeException when the database is still away
   */
  void releaseLeft() {
    for (Claim claim = unreleased.peek(); claim != null; claim = unreleased.peek()) {
      queue.release(claim);
      unreleased.remove(claim);
    }
  }

  private Result run(Claim claim, boolean begun) {
    try {
      if (!way.judge().allows(claim.attempt())) {
        settle(claim, new Verdict.DeadLetter(KILLED));
      } else if (begun || queue.start(claim)) {
        attempt(claim);
      }
      return Result.DONE;
    } catch (RuntimeException e) {
      return outage(claim, e);
    }
  }

  private void attempt(Claim claim) {
    Optional<Kept> kept = records.find(queue.handler(), DeliveryQueue.messageId(claim));
    if (kept.isEmpty()) {
      settle(claim, new Verdict.DeadLetter(LOST_RECORD));
      return;
    }
    try {
      RecordReader.Reading reading = way.reader().read(kept.get().record());
      Run run =
          new Run(
              reading.message(),
              kept.get().record(),
              kept.get().position(),
              claim.attempt(),
              reading.replay() != null);
      attempt(claim, run);
    } catch (RefusedRecordException e) {
      settle(claim, new Verdict.DeadLetter(Fault.of(e).failure()));
    }
  }

  private void attempt(Claim claim, Run run) {
    Optional<Verdict> verdict = way.triage().verdict(run.message());
    if (verdict.isPresent()) {
      settle(claim, verdict.get());
      observer.failed(run, verdict.get(), null);
      return;
    }
    long start = System.nanoTime();
    try {
      if (way.triage().isSingle(run.message().type())) {
        runAlone(claim, run);
      } else {
        runInTransaction(claim, run);
      }
    } catch (StaleClaimException e) {
      observer.stale(run);
      return;
    } catch (RuntimeException | Error e) {
      failed(claim, run, e, Duration.ofNanos(System.nanoTime() - start));
      return;
    }
    way.gate().passed();
    observer.completed(run, Duration.ofNanos(System.nanoTime() - start));
  }

  private void runInTransaction(Claim claim, Run run) {
    transactions.callFlushing(
        flush -> {
          require(queue.hold(claim));
          way.methods().run(run, flush);
          transactions.checkDeferred();
          require(queue.complete(claim));
          return true;
        });
  }

  /** Another instance may have run it too, if this one was frozen: its outcome counts then. */
  private void runAlone(Claim claim, Run run) {
    keeper.during(claim, () -> way.methods().run(run), () -> conclude(claim));
  }

  /** The call was made: that is stored, however long the database is away, or it is made again. */
  private void conclude(Claim claim) {
    for (int failures = 1; ; failures++) {
      try {
        transactions.run(() -> require(queue.complete(claim)));
        return;
      } catch (StaleClaimException e) {
        throw e;
      } catch (RuntimeException e) {
        Failure failure = Fault.of(e).failure();
        observer.outage(failure);
        if (ending || !failure.infrastructure() || failures == CONCLUSIONS || !rest()) {
          throw e;
        }
      }
    }
  }

  private static boolean rest() {
    try {
      Thread.sleep(REST.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void failed(Claim claim, Run run, Throwable thrown, Duration took) {
    Fault fault = Fault.of(thrown);
    fault.rethrowIfFatal();
    boolean cutOff = ending && fault.isInterrupted();
    boolean slow = fault.isTooSlow() && took.compareTo(transactions.idleTimeout()) >= 0;
    boolean own = slow || (fault.isStarved() && !cutOff);
    if (!own && (cutOff || fault.isDatabaseLost()) && thrown instanceof RuntimeException lost) {
      throw lost;
    }
    Failure failure = failure(fault, slow);
    if (failure.infrastructure() && queue.putOff(claim, REST, way.contentionLimit())) {
      observer.inTheWay(run, failure);
      return;
    }
    Verdict verdict = verdict(run, failure);
    if (settle(claim, verdict)) {
      observer.failed(run, verdict, took);
    }
  }

  private Failure failure(Fault fault, boolean slow) {
    if (slow) {
      return fault.tooSlow();
    }
    return fault.isStarved() ? fault.starved() : fault.failure(way.faults());
  }

  private Verdict verdict(Run run, Failure failure) {
    return failure.infrastructure()
        ? way.judge().overdue(run.attempt(), failure)
        : way.judge().judge(run.message().orderingKey(), run.attempt(), failure);
  }

  private boolean settle(Claim claim, Verdict verdict) {
    boolean settled = queue.settle(claim, verdict);
    if (settled) {
      observer.settled(verdict);
    }
    return settled;
  }

  /** What cannot be given back now is given back when the database answers again. */
  private Result outage(Claim claim, RuntimeException failure) {
    observer.outage(Fault.of(failure).failure());
    try {
      queue.release(claim);
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
      unreleased.add(claim);
    }
    return Result.OUTAGE;
  }

  private static void require(boolean ours) {
    if (!ours) {
      throw new StaleClaimException();
    }
  }
}

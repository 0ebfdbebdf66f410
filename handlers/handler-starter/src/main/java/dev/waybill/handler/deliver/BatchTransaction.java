package dev.waybill.handler.deliver;

import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.Outcome;
import dev.waybill.handler.batch.Step;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.inbox.Intake;
import dev.waybill.handler.inbox.Move;
import dev.waybill.handler.inbox.PositionTable;
import dev.waybill.handler.inbox.ReadPartition;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.registry.HandlerDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One database transaction for the steps of a batch: inbox rows for what is new, then the methods
 * of what is run at once, in topic order, then what they put off to the end, then the positions.
 * Either all of it is stored or none, so a completed row exists if and only if the effects do, and
 * the position never runs ahead of them.
 */
public final class BatchTransaction {

  private final HandlerDefinition handler;
  private final HandlerTransactions transactions;
  private final Intake intake;
  private final PositionTable positions;
  private final MethodRunner methods;
  private final FaultClasses faults;

  public BatchTransaction(
      HandlerDefinition handler,
      HandlerTransactions transactions,
      Intake intake,
      PositionTable positions,
      MethodRunner methods,
      FaultClasses faults) {
    this.handler = handler;
    this.transactions = transactions;
    this.intake = intake;
    this.positions = positions;
    this.methods = methods;
    this.faults = faults;
  }

  /**
   * Takes the steps.
   *
   * @param reads how each of their partitions is read
   */
  public Outcome run(List<Step> steps, Map<Partition, ReadPartition> reads) {
    Progress progress = new Progress();
    try {
      return transactions.callFlushing(flush -> take(steps, reads, progress, flush));
    } catch (NotMovedException e) {
      return new Outcome.Superseded();
    } catch (RuntimeException | Error e) {
      Fault fault = Fault.of(e);
      fault.rethrowIfFatal();
      return progress.outcome(fault, faults, transactions.idleTimeout());
    }
  }

  private Outcome take(
      List<Step> steps,
      Map<Partition, ReadPartition> reads,
      Progress progress,
      HandlerTransactions.Flush flush) {
    positions.lock(handler.id(), reads.keySet());
    Intake.Taken taken = intake.take(steps);
    for (int index = 0; index < steps.size(); index++) {
      Work work = steps.get(index).work();
      if (taken.run().contains(work)) {
        progress.running(index);
        methods.run(MethodRunner.Run.first(work), flush);
        progress.ran();
      }
    }
    if (!taken.run().isEmpty()) {
      progress.checking();
      transactions.checkDeferred();
      progress.checked();
    }
    if (!positions.advance(handler.id(), moves(steps, reads))) {
      throw new NotMovedException();
    }
    return new Outcome.Committed(taken.run(), taken.begun(), taken.known());
  }

  private static List<Move> moves(List<Step> steps, Map<Partition, ReadPartition> reads) {
    Map<Partition, Move> moves = new TreeMap<>();
    for (Step step : steps) {
      Work work = step.work();
      ReadPartition read = reads.get(work.partition());
      if (read == null) {
        throw new IllegalStateException(work + " is of a partition that is not read");
      }
      moves.put(work.partition(), new Move(read, work.next()));
    }
    return List.copyOf(moves.values());
  }

  /** Rolls back when a position is not one that this batch may move. */
  private static final class NotMovedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotMovedException() {
      super("a position was set by another instance, or restored", null, false, false);
    }
  }

  /** How far a transaction came, which says whom a failure concerns. */
  private static final class Progress {

    private static final int NONE = -1;

    private int running = NONE;
    private int last = NONE;
    private int runs;
    private boolean checking;
    private long since;

    void running(int index) {
      running = index;
      since = System.nanoTime();
    }

    void ran() {
      last = running;
      runs++;
      running = NONE;
    }

    void checking() {
      checking = true;
    }

    void checked() {
      checking = false;
    }

    Outcome outcome(Fault fault, FaultClasses faults, Duration idleTimeout) {
      Failure failure = fault.failure(faults);
      if (checking) {
        return atTheEnd(fault, failure);
      }
      // A process that was frozen before the method began is not the method's fault.
      boolean slow = System.nanoTime() - since >= idleTimeout.toNanos();
      if (running != NONE && slow && fault.isTooSlow()) {
        return new Outcome.FailedAt(running, fault.tooSlow());
      }
      if (running != NONE && fault.isStarved()) {
        return new Outcome.FailedAt(running, fault.starved());
      }
      if (fault.isDatabaseLost()) {
        return new Outcome.Unavailable(failure);
      }
      return running == NONE || fault.isAborted()
          ? new Outcome.Unattributed(failure)
          : new Outcome.FailedAt(running, failure);
    }

    /** What methods put off is theirs, as if it had failed while they ran. */
    private Outcome atTheEnd(Fault fault, Failure failure) {
      if (fault.isDatabaseLost() && !fault.isStarved()) {
        return new Outcome.Unavailable(failure);
      }
      Failure told = fault.isStarved() ? fault.starved() : failure;
      return runs == 1 ? new Outcome.FailedAt(last, told) : new Outcome.FailedAtEnd(told);
    }
  }
}

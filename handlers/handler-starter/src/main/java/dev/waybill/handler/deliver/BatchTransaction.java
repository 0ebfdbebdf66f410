package dev.waybill.handler.deliver;

import dev.waybill.handler.batch.Outcome;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.inbox.DeliveryTable;
import dev.waybill.handler.inbox.Move;
import dev.waybill.handler.inbox.PositionTable;
import dev.waybill.handler.inbox.ReadPartition;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.registry.HandlerDefinition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * One database transaction for a list of works: inbox rows for those that are new, then their
 * handler methods in topic order, then the positions. Either all of it is stored or none, so an
 * inbox row exists if and only if the effects do, and the position never runs ahead of them.
 */
public final class BatchTransaction {

  private final HandlerDefinition handler;
  private final HandlerTransactions transactions;
  private final DeliveryTable deliveries;
  private final PositionTable positions;
  private final MethodRunner methods;

  public BatchTransaction(
      HandlerDefinition handler,
      HandlerTransactions transactions,
      DeliveryTable deliveries,
      PositionTable positions,
      MethodRunner methods) {
    this.handler = handler;
    this.transactions = transactions;
    this.deliveries = deliveries;
    this.positions = positions;
    this.methods = methods;
  }

  /**
   * Runs the works.
   *
   * @param reads how each of their partitions is read
   * @param attempts the number of this attempt at a work
   */
  public Outcome run(
      List<Work> works, Map<Partition, ReadPartition> reads, ToIntFunction<Work> attempts) {
    Progress progress = new Progress();
    try {
      transactions.run(() -> handle(works, reads, attempts, progress));
      return new Outcome.Committed();
    } catch (NotMovedException e) {
      return new Outcome.Superseded();
    } catch (RuntimeException | Error e) {
      Fault fault = Fault.of(e);
      fault.rethrowIfFatal();
      return progress.outcome(fault);
    }
  }

  private void handle(
      List<Work> works,
      Map<Partition, ReadPartition> reads,
      ToIntFunction<Work> attempts,
      Progress progress) {
    Set<Work> fresh = deliveries.insert(handler.id(), works);
    for (int index = 0; index < works.size(); index++) {
      Work work = works.get(index);
      if (fresh.contains(work)) {
        progress.running(index);
        methods.run(work, attempts.applyAsInt(work));
        progress.ran();
      }
    }
    if (!positions.advance(handler.id(), moves(works, reads))) {
      throw new NotMovedException();
    }
  }

  private static List<Move> moves(List<Work> works, Map<Partition, ReadPartition> reads) {
    Map<Partition, Move> moves = new TreeMap<>();
    for (Work work : works) {
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

    void running(int index) {
      running = index;
    }

    void ran() {
      running = NONE;
    }

    Outcome outcome(Fault fault) {
      if (fault.isDatabaseLost()) {
        return new Outcome.Unavailable(fault.failure());
      }
      return running == NONE
          ? new Outcome.Unattributed(fault.failure())
          : new Outcome.FailedAt(running, fault.failure());
    }
  }
}

package dev.waybill.handler.consume;

import dev.waybill.handler.batch.Outcome;
import dev.waybill.handler.batch.Step;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.inbox.ReadPartition;
import dev.waybill.handler.position.Partition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The transactions of one poll. Each reads on where the one before it committed: were it still
 * compared with the poll's beginning, a database that went back between the two would pass for one
 * that did not. Not thread-safe.
 */
final class PollTransactions implements Outcome.Transaction {

  private final Map<Partition, ReadPartition> reads;
  private final Body body;

  /**
   * @param beginnings how each partition is read before the first transaction
   */
  PollTransactions(Map<Partition, ReadPartition> beginnings, Body body) {
    this.reads = new HashMap<>(beginnings);
    this.body = body;
  }

  /** Takes steps of partitions that are read so. */
  @FunctionalInterface
  interface Body {
    Outcome run(List<Step> steps, Map<Partition, ReadPartition> reads);
  }

  @Override
  public Outcome run(List<Step> steps) {
    Outcome outcome = body.run(steps, Map.copyOf(reads));
    if (outcome instanceof Outcome.Committed) {
      for (Step step : steps) {
        Work work = step.work();
        reads.computeIfPresent(work.partition(), (partition, read) -> read.at(work.next()));
      }
    }
    return outcome;
  }
}

package dev.waybill.handler.batch;

import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What became of a batch.
 *
 * @param advanced for each partition of which something committed, where it reads on
 * @param blocked for each partition that stopped early, where and why
 * @param left for each partition that was left for lack of time, where it goes on
 * @param superseded partitions whose beginning must be decided anew
 * @param ran works whose methods were run and committed
 * @param begun works that were taken in under a lease and are to be run next
 * @param settled what was decided without or after a run, and is stored
 * @param known how many records were of messages that were taken in before
 */
public record BatchResult(
    Map<Partition, Position> advanced,
    Map<Partition, Block> blocked,
    Map<Partition, Position> left,
    Set<Partition> superseded,
    List<Work> ran,
    List<Work> begun,
    List<Verdict> settled,
    int known) {

  public BatchResult {
    advanced = Map.copyOf(advanced);
    blocked = Map.copyOf(blocked);
    left = Map.copyOf(left);
    superseded = Set.copyOf(superseded);
    ran = List.copyOf(ran);
    begun = List.copyOf(begun);
    settled = List.copyOf(settled);
  }

  /** A partition that stopped at a work. */
  public record Block(Work work, Failure failure) {}
}

package dev.waybill.handler.batch;

import dev.waybill.handler.batch.BatchResult.Block;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Runs a batch: as one transaction, and when that fails in as few as possible.
 *
 * <p>When a work fails, what stood before it runs again as one transaction, its partition stops
 * there, and the works of the other partitions that stood after it run as the next transaction. So
 * every work runs at most twice for each partition that fails. A failure that names no work is
 * narrowed down, first by partition, then by halves. A partition that stopped stays stopped: a
 * record is never passed over. Not thread-safe; one object for one batch.
 */
public final class BatchRun {

  private final Outcome.Transaction transaction;
  private final Supplier<Boolean> inTime;
  private final Map<Partition, Position> advanced = new HashMap<>();
  private final Map<Partition, Block> blocked = new HashMap<>();
  private final Map<Partition, Position> left = new HashMap<>();
  private final Set<Partition> superseded = new HashSet<>();

  /**
   * @param inTime asked before each transaction but the first; when it says no, what is not done is
   *     left for the next poll
   */
  public BatchRun(Outcome.Transaction transaction, Supplier<Boolean> inTime) {
    this.transaction = transaction;
    this.inTime = inTime;
  }

  /**
   * Runs the works, in topic order within each partition, and tells what became of them.
   *
   * @param works a partition's works follow each other
   */
  public BatchResult run(List<Work> works) {
    once(works);
    return new BatchResult(advanced, blocked, left, superseded);
  }

  private void attempt(List<Work> works) {
    if (!works.isEmpty() && !inTime.get()) {
      firsts(works).forEach((partition, work) -> left.putIfAbsent(partition, work.from()));
      return;
    }
    once(works);
  }

  private void once(List<Work> all) {
    List<Work> works = all.stream().filter(this::mayRun).toList();
    if (works.isEmpty()) {
      return;
    }
    transaction.run(works).tell(new Next(works));
  }

  private boolean mayRun(Work work) {
    Partition partition = work.partition();
    return !blocked.containsKey(partition)
        && !superseded.contains(partition)
        && !left.containsKey(partition);
  }

  private void narrow(List<Work> works, Failure failure) {
    Map<Partition, List<Work>> parts =
        works.stream()
            .collect(
                Collectors.groupingBy(Work::partition, LinkedHashMap::new, Collectors.toList()));
    if (parts.size() > 1) {
      parts.values().forEach(this::attempt);
    } else if (works.size() > 1 && !failure.infrastructure()) {
      int half = works.size() / 2;
      attempt(works.subList(0, half));
      attempt(works.subList(half, works.size()));
    } else {
      blockAll(works, failure);
    }
  }

  private void blockAll(List<Work> works, Failure failure) {
    firsts(works).forEach((partition, work) -> blocked.put(partition, new Block(work, failure)));
  }

  /** What follows the transaction of some works. */
  private final class Next implements Outcome.Cases {

    private final List<Work> works;

    private Next(List<Work> works) {
      this.works = works;
    }

    @Override
    public void committed() {
      works.forEach(work -> advanced.put(work.partition(), work.next()));
    }

    @Override
    public void failedAt(int index, Failure failure) {
      attempt(works.subList(0, index));
      Work failed = works.get(index);
      if (mayRun(failed)) {
        blocked.put(failed.partition(), new Block(failed, failure));
      }
      attempt(works.subList(index + 1, works.size()));
    }

    @Override
    public void unattributed(Failure failure) {
      narrow(works, failure);
    }

    @Override
    public void unavailable(Failure failure) {
      blockAll(works, failure);
    }

    @Override
    public void superseded() {
      works.forEach(work -> superseded.add(work.partition()));
    }
  }

  private static Map<Partition, Work> firsts(List<Work> works) {
    return works.stream()
        .collect(Collectors.toMap(Work::partition, work -> work, (first, later) -> first));
  }
}

package dev.waybill.handler.batch;

import dev.waybill.handler.batch.BatchResult.Block;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Takes the steps of a batch: as one transaction while nothing fails, and else in as few as {@link
 * TransactionSize} allows.
 *
 * <p>When a step fails, those before it are taken again as one transaction, together with what the
 * failure makes of the failed one; those after it are the next transaction. So every work is run at
 * most twice, and a failure holds up nobody. A failure that names no step is narrowed down, first
 * by partition, then by halves; where one of the methods left something that waits for a lock in
 * vain, one by one, since each further try with it among others would wait as long. Only when the
 * surroundings fail does a partition stop there, and stays stopped: a record is never passed over.
 * Not thread-safe; one object for one batch.
 */
public final class BatchRun {

  private final TransactionSize size;
  private final Outcome.Transaction transaction;
  private final BiFunction<Work, Failure, Verdict> judge;
  private final Supplier<Boolean> inTime;
  private final Map<Partition, Position> advanced = new HashMap<>();
  private final Map<Partition, Block> blocked = new HashMap<>();
  private final Map<Partition, Position> left = new HashMap<>();
  private final Set<Partition> superseded = new HashSet<>();
  private final List<Work> ran = new ArrayList<>();
  private final List<Work> begun = new ArrayList<>();
  private final List<Verdict> settled = new ArrayList<>();
  private int known;

  /**
   * @param size as earlier batches left it
   * @param judge what becomes of a work that failed by itself
   * @param inTime asked before each transaction but the first; when it says no, what is not done is
   *     left for the next poll
   */
  public BatchRun(
      TransactionSize size,
      Outcome.Transaction transaction,
      BiFunction<Work, Failure, Verdict> judge,
      Supplier<Boolean> inTime) {
    this.size = size;
    this.transaction = transaction;
    this.judge = judge;
    this.inTime = inTime;
  }

  /**
   * Takes the steps, in topic order within each partition, and tells what became of them.
   *
   * @param steps a partition's steps follow each other
   */
  public BatchResult run(List<Step> steps) {
    attempt(once(steps));
    return new BatchResult(advanced, blocked, left, superseded, ran, begun, settled, known);
  }

  private void attempt(List<Step> steps) {
    List<Step> rest = steps;
    while (!rest.isEmpty()) {
      if (!inTime.get()) {
        firsts(rest).forEach((partition, work) -> left.putIfAbsent(partition, work.from()));
        return;
      }
      rest = once(rest);
    }
  }

  /** One transaction; what is returned is still to be done. */
  private List<Step> once(List<Step> steps) {
    int end = Math.min(size.steps(), steps.size());
    transact(steps.subList(0, end), true);
    return steps.subList(end, steps.size());
  }

  /**
   * @param first whether they were not tried before, and so say how often one fails
   */
  private void transact(List<Step> all, boolean first) {
    List<Step> steps = all.stream().filter(this::mayRun).toList();
    if (!steps.isEmpty()) {
      transaction.run(steps).tell(new Next(steps, first));
    }
  }

  private boolean mayRun(Step step) {
    Partition partition = step.work().partition();
    return !blocked.containsKey(partition)
        && !superseded.contains(partition)
        && !left.containsKey(partition);
  }

  private void narrow(List<Step> steps, Failure failure) {
    Map<Partition, List<Step>> parts =
        steps.stream()
            .collect(
                Collectors.groupingBy(
                    step -> step.work().partition(), LinkedHashMap::new, Collectors.toList()));
    if (parts.size() > 1) {
      parts.values().forEach(this::attempt);
    } else if (failure.infrastructure()) {
      blockAll(steps, failure);
    } else if (steps.size() > 1) {
      int half = steps.size() / 2;
      attempt(steps.subList(0, half));
      attempt(steps.subList(half, steps.size()));
    } else if (steps.get(0) instanceof Step.Run run) {
      attempt(List.of(settled(run.work(), failure)));
    } else {
      blockAll(steps, failure);
    }
  }

  private Step settled(Work work, Failure failure) {
    return new Step.Settle(work, judge.apply(work, failure));
  }

  private void blockAll(List<Step> steps, Failure failure) {
    firsts(steps).forEach((partition, work) -> blocked.put(partition, new Block(work, failure)));
  }

  /** What follows the transaction of some steps. */
  private final class Next implements Outcome.Cases {

    private final List<Step> steps;
    private final boolean first;

    private Next(List<Step> steps, boolean first) {
      this.steps = steps;
      this.first = first;
    }

    @Override
    public void committed(Outcome.Committed outcome) {
      if (first) {
        size.passed(steps.size());
      }
      ran.addAll(outcome.ran());
      begun.addAll(outcome.begun());
      for (Step step : steps) {
        if (step instanceof Step.Settle settle) {
          settled.add(settle.verdict());
        }
      }
      known += outcome.known();
      steps.forEach(step -> advanced.put(step.work().partition(), step.work().next()));
    }

    @Override
    public void failedAt(int index, Failure failure) {
      size.failed();
      if (failure.kind() == FailureKind.SURROUNDINGS) {
        stopAt(index, failure);
      } else {
        List<Step> before = new ArrayList<>(steps.subList(0, index));
        before.add(settled(steps.get(index).work(), failure));
        transact(before, false);
      }
      attempt(steps.subList(index + 1, steps.size()));
    }

    private void stopAt(int index, Failure failure) {
      attempt(steps.subList(0, index));
      Step failed = steps.get(index);
      if (mayRun(failed)) {
        blocked.put(failed.work().partition(), new Block(failed.work(), failure));
      }
    }

    @Override
    public void failedAtEnd(Failure failure) {
      size.failed();
      if (failure.infrastructure()) {
        steps.forEach(step -> attempt(List.of(step)));
      } else {
        narrow(steps, failure);
      }
    }

    @Override
    public void unattributed(Failure failure) {
      narrow(steps, failure);
    }

    @Override
    public void unavailable(Failure failure) {
      blockAll(steps, failure);
    }

    @Override
    public void superseded() {
      steps.forEach(step -> superseded.add(step.work().partition()));
    }
  }

  private static Map<Partition, Work> firsts(List<Step> steps) {
    return steps.stream()
        .map(Step::work)
        .collect(Collectors.toMap(Work::partition, work -> work, (first, later) -> first));
  }
}

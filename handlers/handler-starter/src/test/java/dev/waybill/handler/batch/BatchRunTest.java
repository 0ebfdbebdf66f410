package dev.waybill.handler.batch;

import static dev.waybill.handler.testbed.TestWorks.runs;
import static dev.waybill.handler.testbed.TestWorks.works;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchRunTest {

  private static final Failure BROKEN = Failure.of(FailureKind.RETRYABLE, "Broken", "broken");
  private static final Failure CONTENDED =
      Failure.of(FailureKind.CONTENDED, "Contended", "contended");
  private static final Failure LOCKED = Failure.of(FailureKind.SURROUNDINGS, "Locked", "locked");

  private final Store store = new Store();
  private final TransactionSize size = new TransactionSize(200);

  @Test
  void runsAHealthyBatchAsOneTransaction() {
    List<Work> works = works(3, 4);

    BatchResult result = run(works);

    assertThat(store.ran).isEqualTo(works);
    assertThat(store.transactions).isEqualTo(1);
    assertThat(result.advanced()).hasSize(3).containsValue(Position.at(4));
    assertThat(result.blocked()).isEmpty();
  }

  @Test
  void settlesTheFailedOneTogetherWithWhatStoodBeforeIt() {
    List<Work> works = works(3, 4);
    store.broken.add(works.get(5));

    BatchResult result = run(works);

    List<Work> others = new ArrayList<>(works);
    others.remove(works.get(5));
    assertThat(store.ran).isEqualTo(others);
    assertThat(store.settled)
        .containsExactly(new Step.Settle(works.get(5), new Verdict.DeadLetter(BROKEN)));
    assertThat(store.transactions).isEqualTo(3);
    assertThat(result.advanced()).hasSize(3).containsValue(Position.at(4));
    assertThat(result.blocked()).isEmpty();
  }

  /** One in a hundred fails, anywhere; with transactions of a whole batch it would be 0.7. */
  @Test
  void runsLittleTwiceWhileMessagesKeepFailing() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Work> works = works(1, 40_000);
    works.stream().filter(work -> random.nextInt(100) == 0).forEach(store.broken::add);

    for (int from = 0; from < works.size(); from += 200) {
      run(works.subList(from, from + 200));
    }

    assertThat(store.ran).as("seed %d", seed).hasSize(works.size() - store.broken.size());
    assertThat(store.ranInVain).as("seed %d", seed).isLessThan(works.size() * 4 / 10);
    assertThat(store.transactions).as("seed %d", seed).isLessThan(works.size() / 20);
  }

  @Test
  void takesLargeTransactionsAgainWhenNothingFailsAnyMore() {
    List<Work> works = works(1, 800);
    store.broken.addAll(List.of(works.get(10), works.get(60), works.get(70), works.get(100)));
    run(works.subList(0, 200));
    run(works.subList(200, 600));
    int before = store.transactions;

    run(works.subList(600, 800));

    assertThat(store.transactions - before).isEqualTo(1);
  }

  @Test
  void findsTheWorkThatMakesTheCommitFail() {
    List<Work> works = works(2, 8);
    store.failsInCommit.add(works.get(3));

    BatchResult result = run(works);

    assertThat(result.blocked()).isEmpty();
    assertThat(store.settled).extracting(Step.Settle::work).containsExactly(works.get(3));
    assertThat(store.ran).hasSize(15);
  }

  @Test
  void stopsOnlyThePartitionWhoseIdsAreLocked() {
    List<Work> works = works(2, 8);
    store.lockedIds.add(works.get(3));

    BatchResult result = run(works);

    assertThat(result.blocked().get(new Partition("topic", 0)))
        .isEqualTo(new BatchResult.Block(works.get(0), LOCKED));
    assertThat(result.advanced()).containsOnlyKeys(new Partition("topic", 1));
    assertThat(store.settled).isEmpty();
  }

  @Test
  void stopsThePartitionAtTheWorkThatWaitsForALock() {
    List<Work> works = works(2, 4);
    store.locked.add(works.get(2));

    BatchResult result = run(works);

    assertThat(result.blocked().get(new Partition("topic", 0)))
        .isEqualTo(new BatchResult.Block(works.get(2), LOCKED));
    assertThat(result.advanced())
        .containsEntry(new Partition("topic", 0), Position.at(2))
        .containsEntry(new Partition("topic", 1), Position.at(4));
    assertThat(store.settled).isEmpty();
  }

  @Test
  void letsTheNeighboursOfAContendedWorkGoOn() {
    List<Work> works = works(1, 4);
    store.contended.add(works.get(2));

    BatchResult result = run(works);

    assertThat(result.blocked()).isEmpty();
    assertThat(store.settled).extracting(Step.Settle::work).containsExactly(works.get(2));
    assertThat(store.ran).hasSize(3);
  }

  @Test
  void takesOneByOneWhenWhatOneLeftForTheEndIsInTheWay() {
    List<Work> works = works(2, 8);
    store.contendedAtEnd.add(works.get(3));

    BatchResult result = run(works);

    assertThat(result.blocked()).isEmpty();
    assertThat(result.advanced()).hasSize(2).containsValue(Position.at(8));
    assertThat(store.settled)
        .containsExactly(new Step.Settle(works.get(3), new Verdict.DeadLetter(CONTENDED)));
    assertThat(store.ran).hasSize(15);
    assertThat(store.waits).as("each takes the whole lock timeout").isEqualTo(2);
  }

  @Test
  void stopsEverythingAtOnceWhenTheDatabaseIsGone() {
    List<Work> works = works(3, 4);
    store.gone = true;

    BatchResult result = run(works);

    assertThat(store.transactions).isEqualTo(1);
    assertThat(result.blocked()).hasSize(3);
    assertThat(result.advanced()).isEmpty();
  }

  @Test
  void leavesTheRestWhenTimeIsOverButNotWhatItHasFoundOut() {
    List<Work> works = works(2, 4);
    store.broken.add(works.get(2));

    BatchResult result =
        new BatchRun(size, store, BatchRunTest::judge, () -> false).run(runs(works));

    assertThat(store.transactions).isEqualTo(2);
    assertThat(store.settled).hasSize(1);
    assertThat(result.left())
        .containsEntry(new Partition("topic", 0), Position.at(3))
        .containsEntry(new Partition("topic", 1), Position.at(0));
    assertThat(result.blocked()).isEmpty();
  }

  @Test
  void stopsAtWhatCannotBeTakenInAtAll() {
    List<Work> works = works(1, 1);
    store.failsInCommit.add(works.get(0));
    store.takesNothing = true;

    BatchResult result = run(works);

    assertThat(result.blocked()).hasSize(1);
    assertThat(result.advanced()).isEmpty();
  }

  /** The oracle: each work once, run or settled, in the order of its partition. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void takesEachWorkOnceAndInOrderWhateverFails(int partitions) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      Store fresh = new Store();
      List<Work> works = works(partitions, 1 + random.nextInt(12));
      Set<Work> bad = new HashSet<>();
      for (Work work : works) {
        int fate = random.nextInt(20);
        if (fate == 0) {
          fresh.broken.add(work);
        } else if (fate == 1) {
          fresh.failsInCommit.add(work);
        } else if (fate == 2) {
          fresh.contendedAtEnd.add(work);
        } else if (fate == 3) {
          fresh.failsAtEnd.add(work);
        }
      }
      bad.addAll(fresh.broken);
      bad.addAll(fresh.failsInCommit);
      bad.addAll(fresh.contendedAtEnd);
      bad.addAll(fresh.failsAtEnd);
      BatchResult result =
          new BatchRun(
                  new TransactionSize(1 + random.nextInt(40)),
                  fresh,
                  BatchRunTest::judge,
                  () -> true)
              .run(runs(works));

      Map<Partition, List<Work>> expected = new HashMap<>();
      works.forEach(
          work -> expected.computeIfAbsent(work.partition(), p -> new ArrayList<>()).add(work));
      assertThat(fresh.byPartition()).as("seed %d", seed).isEqualTo(expected);
      assertThat(fresh.settled)
          .as("seed %d", seed)
          .extracting(Step.Settle::work)
          .containsExactlyInAnyOrderElementsOf(bad);
      assertThat(result.blocked()).as("seed %d", seed).isEmpty();
      assertThat(result.ran()).as("seed %d", seed).hasSize(works.size() - bad.size());
    }
  }

  private BatchResult run(List<Work> works) {
    return new BatchRun(size, store, BatchRunTest::judge, () -> true).run(runs(works));
  }

  private static Verdict judge(Work work, Failure failure) {
    return new Verdict.DeadLetter(failure);
  }

  /** A database in memory, with works that it does not take. */
  private static final class Store implements Outcome.Transaction {

    private final List<Work> taken = new ArrayList<>();
    private final List<Work> ran = new ArrayList<>();
    private final List<Step.Settle> settled = new ArrayList<>();
    private final Set<Work> broken = new HashSet<>();
    private final Set<Work> locked = new HashSet<>();
    private final Set<Work> contended = new HashSet<>();
    private final Set<Work> failsInCommit = new HashSet<>();
    private final Set<Work> failsAtEnd = new HashSet<>();
    private final Set<Work> contendedAtEnd = new HashSet<>();
    private final Set<Work> lockedIds = new HashSet<>();
    private boolean takesNothing;
    private boolean gone;
    private int transactions;
    private int ranInVain;
    private int waits;

    @Override
    public Outcome run(List<Step> steps) {
      transactions++;
      if (gone) {
        return new Outcome.Unavailable(LOCKED);
      }
      if (steps.stream().map(Step::work).anyMatch(lockedIds::contains)) {
        return new Outcome.Unattributed(LOCKED);
      }
      for (int i = 0; i < steps.size(); i++) {
        if (steps.get(i) instanceof Step.Run run) {
          if (broken.contains(run.work())) {
            ranInVain += i;
            return new Outcome.FailedAt(i, BROKEN);
          }
          if (contended.contains(run.work())) {
            return new Outcome.FailedAt(i, CONTENDED);
          }
          if (locked.contains(run.work())) {
            return new Outcome.FailedAt(i, LOCKED);
          }
        }
      }
      Optional<Outcome> end = atTheEnd(steps);
      if (end.isPresent()) {
        return end.get();
      }
      boolean refused =
          steps.stream()
              .filter(step -> takesNothing || step instanceof Step.Run)
              .map(Step::work)
              .anyMatch(failsInCommit::contains);
      return refused ? new Outcome.Unattributed(BROKEN) : commit(steps);
    }

    private Optional<Outcome> atTheEnd(List<Step> steps) {
      for (int i = 0; i < steps.size(); i++) {
        Work work = steps.get(i).work();
        boolean waits = contendedAtEnd.contains(work);
        if (steps.get(i) instanceof Step.Run && (waits || failsAtEnd.contains(work))) {
          this.waits += waits ? 1 : 0;
          Failure failure = waits ? CONTENDED : BROKEN;
          long runs = steps.stream().filter(Step.Run.class::isInstance).count();
          return Optional.of(
              runs == 1 ? new Outcome.FailedAt(i, failure) : new Outcome.FailedAtEnd(failure));
        }
      }
      return Optional.empty();
    }

    private Outcome commit(List<Step> steps) {
      Set<Work> now = new HashSet<>();
      for (Step step : steps) {
        taken.add(step.work());
        if (step instanceof Step.Settle settle) {
          settled.add(settle);
        } else {
          ran.add(step.work());
          now.add(step.work());
        }
      }
      return new Outcome.Committed(now, Set.of(), 0);
    }

    private Map<Partition, List<Work>> byPartition() {
      Map<Partition, List<Work>> parts = new HashMap<>();
      taken.forEach(
          work -> parts.computeIfAbsent(work.partition(), p -> new ArrayList<>()).add(work));
      return parts;
    }
  }
}

package dev.waybill.handler.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.handler.Message;
import dev.waybill.handler.TenantId;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchRunTest {

  private static final Failure BROKEN = new Failure("broken", false);
  private static final Failure LOCKED = new Failure("locked", true);

  private final Store store = new Store();

  @Test
  void runsAHealthyBatchAsOneTransaction() {
    List<Work> works = works(3, 4);

    BatchResult result = run(works);

    assertThat(store.committed).isEqualTo(works);
    assertThat(store.transactions).isEqualTo(1);
    assertThat(result.advanced()).hasSize(3).containsValue(Position.at(4));
    assertThat(result.blocked()).isEmpty();
  }

  @Test
  void stopsTheFailingPartitionThereAndLetsTheOthersGoOn() {
    List<Work> works = works(3, 4);
    store.broken.add(works.get(5));

    BatchResult result = run(works);

    assertThat(store.committed)
        .containsExactly(
            works.get(0),
            works.get(1),
            works.get(2),
            works.get(3),
            works.get(4),
            works.get(8),
            works.get(9),
            works.get(10),
            works.get(11));
    assertThat(store.transactions).isEqualTo(3);
    assertThat(result.advanced().get(new Partition("topic", 1))).isEqualTo(Position.at(1));
    assertThat(result.blocked().keySet()).containsExactly(new Partition("topic", 1));
    assertThat(result.blocked().get(new Partition("topic", 1)))
        .isEqualTo(new BatchResult.Block(works.get(5), BROKEN));
  }

  @Test
  void findsTheWorkThatMakesTheCommitFail() {
    List<Work> works = works(2, 8);
    store.failsInCommit.add(works.get(3));

    BatchResult result = run(works);

    assertThat(result.blocked().keySet()).containsExactly(new Partition("topic", 0));
    assertThat(result.advanced())
        .containsEntry(new Partition("topic", 0), Position.at(3))
        .containsEntry(new Partition("topic", 1), Position.at(8));
    assertThat(store.committed).hasSize(11);
  }

  @Test
  void stopsOnlyThePartitionWhoseIdsAreLocked() {
    List<Work> works = works(2, 8);
    store.lockedIds.add(works.get(3));

    BatchResult result = run(works);

    assertThat(result.blocked().get(new Partition("topic", 0)))
        .isEqualTo(new BatchResult.Block(works.get(0), LOCKED));
    assertThat(result.advanced()).containsOnlyKeys(new Partition("topic", 1));
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
  void leavesTheRestWhenTimeIsOver() {
    List<Work> works = works(2, 4);
    store.broken.add(works.get(2));

    BatchResult result = new BatchRun(store, () -> false).run(works);

    assertThat(store.transactions).isEqualTo(1);
    assertThat(result.left())
        .containsEntry(new Partition("topic", 0), Position.at(0))
        .containsEntry(new Partition("topic", 1), Position.at(0));
    assertThat(result.blocked()).isEmpty();
  }

  /** The oracle: of each partition the works before its first bad one, in order, and no other. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void commitsExactlyWhatStandsBeforeTheFirstFailureOfEachPartition(int partitions) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      Store fresh = new Store();
      List<Work> works = works(partitions, 1 + random.nextInt(12));
      for (Work work : works) {
        int fate = random.nextInt(20);
        if (fate == 0) {
          fresh.broken.add(work);
        } else if (fate == 1) {
          fresh.failsInCommit.add(work);
        }
      }
      BatchResult result = new BatchRun(fresh, () -> true).run(works);

      Set<Partition> stopped = new HashSet<>();
      Map<Partition, List<Work>> expected = new HashMap<>();
      for (Work work : works) {
        if (fresh.broken.contains(work) || fresh.failsInCommit.contains(work)) {
          stopped.add(work.partition());
        }
        if (!stopped.contains(work.partition())) {
          expected.computeIfAbsent(work.partition(), p -> new ArrayList<>()).add(work);
        }
      }
      assertThat(fresh.byPartition()).as("seed %d", seed).isEqualTo(expected);
      assertThat(result.blocked().keySet()).as("seed %d", seed).isEqualTo(stopped);
      assertThat(result.advanced().keySet()).as("seed %d", seed).isEqualTo(expected.keySet());
    }
  }

  private BatchResult run(List<Work> works) {
    return new BatchRun(store, () -> true).run(works);
  }

  private static List<Work> works(int partitions, int each) {
    List<Work> works = new ArrayList<>();
    for (int partition = 0; partition < partitions; partition++) {
      for (int offset = 0; offset < each; offset++) {
        works.add(work(partition, offset));
      }
    }
    return works;
  }

  private static Work work(int partition, long offset) {
    return new Work(
        new Partition("topic", partition),
        Position.at(offset),
        Position.at(offset + 1),
        new Message(
            new MessageId(new UUID(partition, offset)),
            new MessageType("parcel.moved", 1),
            new TenantId("acme"),
            new OrderingKey("parcel:1"),
            null,
            null),
        new byte[0]);
  }

  /** A database in memory, with works that it does not take. */
  private static final class Store implements Outcome.Transaction {

    private final List<Work> committed = new ArrayList<>();
    private final Set<Work> broken = new HashSet<>();
    private final Set<Work> failsInCommit = new HashSet<>();
    private final Set<Work> lockedIds = new HashSet<>();
    private boolean gone;
    private int transactions;

    @Override
    public Outcome run(List<Work> works) {
      transactions++;
      if (gone) {
        return new Outcome.Unavailable(LOCKED);
      }
      if (works.stream().anyMatch(lockedIds::contains)) {
        return new Outcome.Unattributed(LOCKED);
      }
      for (int i = 0; i < works.size(); i++) {
        if (broken.contains(works.get(i))) {
          return new Outcome.FailedAt(i, BROKEN);
        }
      }
      if (works.stream().anyMatch(failsInCommit::contains)) {
        return new Outcome.Unattributed(BROKEN);
      }
      committed.addAll(works);
      return new Outcome.Committed();
    }

    private Map<Partition, List<Work>> byPartition() {
      Map<Partition, List<Work>> parts = new HashMap<>();
      committed.forEach(
          work -> parts.computeIfAbsent(work.partition(), p -> new ArrayList<>()).add(work));
      return parts;
    }
  }
}

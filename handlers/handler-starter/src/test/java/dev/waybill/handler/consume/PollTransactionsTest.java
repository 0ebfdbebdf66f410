package dev.waybill.handler.consume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.handler.batch.BatchResult;
import dev.waybill.handler.batch.BatchRun;
import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.FailureKind;
import dev.waybill.handler.batch.Outcome;
import dev.waybill.handler.batch.Step;
import dev.waybill.handler.batch.TransactionSize;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.inbox.ReadPartition;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import dev.waybill.handler.position.TopicId;
import dev.waybill.handler.testbed.TestWorks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PollTransactionsTest {

  private static final Partition PARTITION = new Partition("topic", 0);

  private final List<Work> committed = new ArrayList<>();
  private long stored;
  private boolean restored;
  private int transactions;

  @Test
  void seesADatabaseThatWentBackBetweenTwoTransactionsOfOnePoll() {
    restored = true;

    BatchResult result = run(works(0, 4));

    assertThat(committed).containsExactlyElementsOf(works(0, 2));
    assertThat(result.superseded()).containsExactly(PARTITION);
    assertThat(stored).isZero();
  }

  @Test
  void goesOnWhereTheTransactionBeforeCommitted() {
    BatchResult result = run(works(0, 4));

    assertThat(committed).containsExactlyElementsOf(works(0, 4));
    assertThat(result.superseded()).isEmpty();
    assertThat(stored).isEqualTo(4);
  }

  private BatchResult run(List<Work> works) {
    ReadPartition beginning =
        new ReadPartition(PARTITION, new TopicId(new UUID(1, 1)), 1, Position.at(0));
    PollTransactions poll = new PollTransactions(Map.of(PARTITION, beginning), this::store);
    return new BatchRun(
            new TransactionSize(100),
            poll,
            (work, failure) -> new Verdict.DeadLetter(failure),
            () -> true)
        .run(TestWorks.runs(works));
  }

  /** A database with a position; does not take the whole batch at once. */
  private Outcome store(List<Step> steps, Map<Partition, ReadPartition> reads) {
    transactions++;
    if (transactions == 1) {
      return new Outcome.Unattributed(
          Failure.of(FailureKind.RETRYABLE, "TooMuch", "too much at once"));
    }
    ReadPartition read = reads.get(PARTITION);
    if (read == null || stored < read.next().offset()) {
      return new Outcome.Superseded();
    }
    steps.forEach(step -> committed.add(step.work()));
    stored = restored ? 0 : steps.get(steps.size() - 1).work().next().offset();
    return new Outcome.Committed(Set.of(), Set.of(), 0);
  }

  private static List<Work> works(long from, long to) {
    return LongStream.range(from, to).mapToObj(offset -> TestWorks.work(0, offset)).toList();
  }
}

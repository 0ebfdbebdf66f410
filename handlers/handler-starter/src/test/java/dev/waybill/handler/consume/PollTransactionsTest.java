package dev.waybill.handler.consume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.handler.Message;
import dev.waybill.handler.TenantId;
import dev.waybill.handler.batch.BatchResult;
import dev.waybill.handler.batch.BatchRun;
import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.Outcome;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.inbox.ReadPartition;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import dev.waybill.handler.position.TopicId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    return new BatchRun(poll, () -> true).run(works);
  }

  /** A database with a position; does not take the whole batch at once. */
  private Outcome store(List<Work> works, Map<Partition, ReadPartition> reads) {
    transactions++;
    if (transactions == 1) {
      return new Outcome.Unattributed(new Failure("too much at once", false));
    }
    ReadPartition read = reads.get(PARTITION);
    if (read == null || stored < read.next().offset()) {
      return new Outcome.Superseded();
    }
    committed.addAll(works);
    stored = restored ? 0 : works.get(works.size() - 1).next().offset();
    return new Outcome.Committed();
  }

  private static List<Work> works(long from, long to) {
    return LongStream.range(from, to).mapToObj(PollTransactionsTest::work).toList();
  }

  private static Work work(long offset) {
    return new Work(
        PARTITION,
        Position.at(offset),
        Position.at(offset + 1),
        new Message(
            new MessageId(new UUID(0, offset)),
            new MessageType("parcel.moved", 1),
            new TenantId("acme"),
            new OrderingKey("parcel:1"),
            null,
            null),
        PAYLOAD);
  }

  /** The same array each time, so that equal works are equal. */
  private static final byte[] PAYLOAD = {};
}

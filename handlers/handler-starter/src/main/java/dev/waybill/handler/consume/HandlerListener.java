package dev.waybill.handler.consume;

import dev.waybill.handler.batch.BatchResult;
import dev.waybill.handler.batch.BatchRun;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.deliver.BatchTransaction;
import dev.waybill.handler.inbox.ReadPartition;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import dev.waybill.handler.record.RecordReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.BatchConsumerAwareMessageListener;
import org.springframework.kafka.support.Acknowledgment;

/**
 * Takes a poll's records, has them handled, and tells the desk how each partition stands. Never
 * throws because of a record and never sleeps.
 */
final class HandlerListener implements BatchConsumerAwareMessageListener<byte[], byte[]> {

  private static final Logger LOG = LoggerFactory.getLogger(HandlerListener.class);

  private final RecordReader reader;
  private final BatchTransaction transaction;
  private final PartitionDesk desk;
  private final Duration budget;

  /**
   * @param budget after so long no further transaction begins before the next poll
   */
  HandlerListener(
      RecordReader reader, BatchTransaction transaction, PartitionDesk desk, Duration budget) {
    this.reader = reader;
    this.transaction = transaction;
    this.desk = desk;
    this.budget = budget;
  }

  @Override
  public boolean wantsPollResult() {
    return true;
  }

  @Override
  public void onMessage(
      List<ConsumerRecord<byte[], byte[]>> records, @Nullable Consumer<?, ?> consumer) {
    throw new UnsupportedOperationException("whole poll results only");
  }

  @Override
  public void onMessage(
      ConsumerRecords<byte[], byte[]> poll,
      @Nullable Acknowledgment acknowledgment,
      Consumer<byte[], byte[]> consumer) {
    try {
      handle(poll, consumer);
    } catch (RuntimeException e) {
      LOG.error("A poll could not be handled; its partitions begin again where the inbox says", e);
      desk.reconsider(consumer, poll.partitions(), false);
    }
  }

  /** Failing partitions run each by themselves, so that they make nobody else's work run twice. */
  private void handle(ConsumerRecords<byte[], byte[]> poll, Consumer<?, ?> consumer) {
    long deadline = System.nanoTime() + budget.toNanos();
    List<PollBatch> healthy = new ArrayList<>();
    List<PollBatch> failing = new ArrayList<>();
    for (TopicPartition partition : poll.partitions()) {
      PollBatch batch = PollBatch.of(desk.require(partition), poll, reader);
      (batch.partition().isFailing() ? failing : healthy).add(batch);
    }
    run(healthy, deadline, consumer);
    failing.forEach(batch -> run(List.of(batch), deadline, consumer));
  }

  private void run(List<PollBatch> batches, long deadline, Consumer<?, ?> consumer) {
    Map<Partition, AssignedPartition> partitions = new HashMap<>();
    Map<Partition, ReadPartition> reads = new HashMap<>();
    List<Work> works = new ArrayList<>();
    for (PollBatch batch : batches) {
      Partition partition = batch.partition().partition();
      partitions.put(partition, batch.partition());
      ReadPartition read = batch.partition().read();
      if (read != null) {
        reads.put(partition, read);
      }
      works.addAll(batch.works());
    }
    PollTransactions transactions =
        new PollTransactions(
            reads, (list, now) -> transaction.run(list, now, work -> attempt(partitions, work)));
    BatchRun run = new BatchRun(transactions, () -> System.nanoTime() - deadline < 0);
    BatchResult result = run.run(works);
    batches.forEach(batch -> apply(batch, result, consumer));
  }

  private static int attempt(Map<Partition, AssignedPartition> partitions, Work work) {
    AssignedPartition partition = partitions.get(work.partition());
    return partition == null ? 1 : partition.attemptAt(work);
  }

  private void apply(PollBatch batch, BatchResult result, Consumer<?, ?> consumer) {
    AssignedPartition assigned = batch.partition();
    Partition partition = assigned.partition();
    Position advanced = result.advanced().get(partition);
    if (advanced != null) {
      desk.advance(assigned, advanced);
    }
    BatchResult.Block block = result.blocked().get(partition);
    Position left = result.left().get(partition);
    PollBatch.Refused refused = batch.refused();
    if (result.superseded().contains(partition)) {
      desk.reconsider(consumer, List.of(assigned.kafka()), false);
    } else if (block != null) {
      desk.block(consumer, assigned, block.work().from(), text(block.work()), block.failure());
    } else if (left != null) {
      desk.goBack(consumer, assigned, left);
    } else if (refused != null) {
      desk.block(
          consumer,
          assigned,
          refused.at(),
          partition + "@" + refused.at().offset(),
          refused.failure());
    }
  }

  private static String text(Work work) {
    return "message " + work + " (key " + work.message().orderingKey() + ")";
  }
}

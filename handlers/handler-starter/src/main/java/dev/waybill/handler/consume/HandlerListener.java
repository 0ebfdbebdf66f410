package dev.waybill.handler.consume;

import dev.waybill.handler.attempt.ClaimedRun;
import dev.waybill.handler.batch.BatchResult;
import dev.waybill.handler.batch.BatchRun;
import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.Outcome;
import dev.waybill.handler.batch.Step;
import dev.waybill.handler.batch.TransactionSize;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.deliver.MethodRunner.Run;
import dev.waybill.handler.inbox.ReadPartition;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
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
 *
 * <p>When the one who read a partition before did not leave it in order, its first records are run
 * one by one, as many as one poll may bring, with the attempt stored before: were one of them to
 * end this process too, the next instance would find that attempt used, and not the same records
 * again for ever. All else comes in batches.
 */
final class HandlerListener implements BatchConsumerAwareMessageListener<byte[], byte[]> {

  private static final Logger LOG = LoggerFactory.getLogger(HandlerListener.class);

  private final Handling handling;
  private final PartitionDesk desk;
  private final TransactionSize size;
  private final Duration budget;

  /**
   * @param mostRecords most records of one poll
   * @param budget after so long no further transaction begins before the next poll
   */
  HandlerListener(Handling handling, PartitionDesk desk, int mostRecords, Duration budget) {
    this.handling = handling;
    this.desk = desk;
    this.size = new TransactionSize(mostRecords);
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
      new Poll(consumer, System.nanoTime() + budget.toNanos()).handle(poll);
    } catch (RuntimeException e) {
      LOG.error("A poll could not be handled; its partitions begin again where the inbox says", e);
      desk.setBack(consumer, poll.partitions(), e);
    } catch (Error e) {
      // The next reader must take care: one of these records may have ended this thread.
      desk.abandon();
      throw e;
    }
  }

  /** The handling of one poll. */
  private final class Poll {

    private final Consumer<?, ?> consumer;
    private final long deadline;

    private Poll(Consumer<?, ?> consumer, long deadline) {
      this.consumer = consumer;
      this.deadline = deadline;
    }

    /**
     * Failing partitions run each by themselves, so that they make nobody else's work run twice.
     */
    void handle(ConsumerRecords<byte[], byte[]> poll) {
      List<PollBatch> healthy = new ArrayList<>();
      List<PollBatch> failing = new ArrayList<>();
      for (TopicPartition kafka : poll.partitions()) {
        AssignedPartition partition = desk.require(kafka);
        PollBatch batch =
            PollBatch.of(
                partition, partition.requireRead(), poll, handling.reader(), handling.triage());
        PollBatch rest = partition.isCareful() ? oneByOne(batch) : batch;
        (partition.isFailing() ? failing : healthy).add(rest);
      }
      take(healthy);
      failing.forEach(batch -> take(List.of(batch)));
    }

    /** Takes the first steps one by one, and leaves the others. */
    private PollBatch oneByOne(PollBatch batch) {
      List<Step> steps = batch.steps();
      for (int i = 0; i < steps.size(); i++) {
        if (!batch.partition().isCareful()) {
          return batch.with(steps.subList(i, steps.size()));
        }
        if (!goesOn()) {
          desk.goBack(consumer, batch.partition(), steps.get(i).work().from());
          return batch.with(List.of());
        }
        if (!takeOne(batch, steps.get(i))) {
          return batch.with(List.of());
        }
        batch.partition().tookOne();
      }
      return batch.with(List.of());
    }

    private boolean takeOne(PollBatch batch, Step step) {
      Step begin = step instanceof Step.Run ? new Step.Begin(step.work()) : step;
      BatchResult result = take(List.of(batch.with(List.of(begin))));
      for (Work work : result.begun()) {
        ClaimedRun run = handling.claimedRun();
        run.runBegun(handling.queue().begun(work.message().id().value()));
      }
      handling.bell().run();
      return result.advanced().containsKey(batch.partition().partition());
    }

    private BatchResult take(List<PollBatch> batches) {
      Map<Partition, ReadPartition> reads = new HashMap<>();
      List<Step> steps = new ArrayList<>();
      for (PollBatch batch : batches) {
        ReadPartition read = batch.partition().read();
        if (read != null) {
          reads.put(batch.partition().partition(), read);
        }
        steps.addAll(batch.steps());
      }
      PollTransactions transactions = new PollTransactions(reads, this::transaction);
      BatchResult result = new BatchRun(size, transactions, this::judge, this::goesOn).run(steps);
      batches.forEach(batch -> apply(batch, result));
      tell(result, steps);
      return result;
    }

    private Outcome transaction(List<Step> steps, Map<Partition, ReadPartition> reads) {
      Outcome outcome = handling.batches().run(steps, reads);
      if (outcome instanceof Outcome.Committed committed && !committed.ran().isEmpty()) {
        handling.gate().passed();
      }
      return outcome;
    }

    private Verdict judge(Work work, Failure failure) {
      Verdict verdict = handling.judge().judge(work.message().orderingKey(), 1, failure);
      handling.observer().failed(Run.first(work), verdict, null);
      return verdict;
    }

    private boolean goesOn() {
      return System.nanoTime() - deadline < 0
          && handling.gate().isOpen()
          && !handling.ending().getAsBoolean();
    }

    private void tell(BatchResult result, List<Step> steps) {
      handling.observer().known(result.known());
      result.ran().forEach(work -> handling.observer().completed(Run.first(work), null));
      result.settled().forEach(handling.observer()::settled);
      for (Step step : steps) {
        if (step instanceof Step.Settle planned) {
          handling.observer().failed(Run.first(planned.work()), planned.verdict(), null);
        }
      }
      if (steps.stream().anyMatch(step -> !(step instanceof Step.Run))) {
        handling.bell().run();
      }
    }

    private void apply(PollBatch batch, BatchResult result) {
      AssignedPartition assigned = batch.partition();
      Partition partition = assigned.partition();
      Position advanced = result.advanced().get(partition);
      if (advanced != null) {
        desk.advance(assigned, advanced);
      }
      BatchResult.Block block = result.blocked().get(partition);
      Position left = result.left().get(partition);
      if (result.superseded().contains(partition)) {
        desk.reconsider(consumer, List.of(assigned.kafka()), false);
      } else if (block != null) {
        desk.block(consumer, assigned, block.work().from(), text(block.work()), block.failure());
      } else if (left != null) {
        desk.goBack(consumer, assigned, left);
      }
    }
  }

  private static String text(Work work) {
    return "message " + work + " (key " + work.message().orderingKey() + ")";
  }
}

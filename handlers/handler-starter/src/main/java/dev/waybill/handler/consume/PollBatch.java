package dev.waybill.handler.consume;

import dev.waybill.handler.Message;
import dev.waybill.handler.RecordPosition;
import dev.waybill.handler.batch.Step;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.deliver.Fault;
import dev.waybill.handler.deliver.Triage;
import dev.waybill.handler.inbox.ReadPartition;
import dev.waybill.handler.position.Position;
import dev.waybill.handler.record.RawRecord;
import dev.waybill.handler.record.RecordReader;
import dev.waybill.handler.record.RecordReader.Reading;
import dev.waybill.handler.record.ReplayId;
import dev.waybill.handler.record.UnreadableRecords;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What a poll brought for one partition.
 *
 * @param steps what to do with each record, in the order of their offsets
 */
record PollBatch(AssignedPartition partition, List<Step> steps) {

  /** Reads the records; one that cannot be read is a step, too. */
  static PollBatch of(
      AssignedPartition partition,
      ReadPartition read,
      ConsumerRecords<byte[], byte[]> poll,
      RecordReader reader,
      Triage triage) {
    List<ConsumerRecord<byte[], byte[]>> records = poll.records(partition.kafka());
    List<Step> steps = new ArrayList<>(records.size());
    for (int i = 0; i < records.size(); i++) {
      ConsumerRecord<byte[], byte[]> record = records.get(i);
      boolean last = i == records.size() - 1;
      Position next = last ? end(partition.kafka(), poll, record) : after(record);
      steps.add(step(read, record, next, reader, triage));
    }
    return new PollBatch(partition, steps);
  }

  /** The same, with other steps. */
  PollBatch with(List<Step> others) {
    return new PollBatch(partition, others);
  }

  private static Step step(
      ReadPartition read,
      ConsumerRecord<byte[], byte[]> record,
      Position next,
      RecordReader reader,
      Triage triage) {
    RawRecord raw = RawRecord.of(record);
    Position at = new Position(record.offset(), record.leaderEpoch().orElse(null));
    try {
      Reading reading = reader.read(raw);
      return triage.step(
          new Work(read.partition(), at, next, reading.message(), raw, reading.replay()));
    } catch (RuntimeException | Error e) {
      Fault fault = Fault.of(e);
      fault.rethrowIfFatal();
      return unreadable(read, raw, at, next, fault);
    }
  }

  private static Step unreadable(
      ReadPartition read, RawRecord raw, Position at, Position next, Fault fault) {
    RecordPosition position =
        new RecordPosition(read.partition().topic(), read.partition().number(), at.offset());
    Message stand = UnreadableRecords.stand(raw, read.topicId().value(), position);
    @Nullable ReplayId replay = UnreadableRecords.replay(raw);
    Work work = new Work(read.partition(), at, next, stand, raw, replay);
    return replay == null
        ? new Step.Settle(work, new Verdict.DeadLetter(fault.failure()))
        : new Step.Replay(work);
  }

  /** Beyond the batch's last record, and beyond the commit markers that follow it. */
  private static Position end(
      TopicPartition partition,
      ConsumerRecords<byte[], byte[]> poll,
      ConsumerRecord<byte[], byte[]> last) {
    OffsetAndMetadata next = poll.nextOffsets().get(partition);
    return next == null
        ? after(last)
        : new Position(next.offset(), next.leaderEpoch().orElse(null));
  }

  private static Position after(ConsumerRecord<byte[], byte[]> record) {
    return new Position(record.offset() + 1, record.leaderEpoch().orElse(null));
  }
}

package dev.waybill.handler.consume;

import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.deliver.Fault;
import dev.waybill.handler.position.Position;
import dev.waybill.handler.record.RecordReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What a poll brought for one partition: works up to the first record that cannot be read.
 *
 * @param works in the order of their offsets
 * @param refused that record, if there is one; nothing after it is looked at
 */
record PollBatch(AssignedPartition partition, List<Work> works, @Nullable Refused refused) {

  /** A record that cannot be read, and why. */
  record Refused(Position at, Failure failure) {}

  static PollBatch of(
      AssignedPartition partition, ConsumerRecords<byte[], byte[]> poll, RecordReader reader) {
    List<ConsumerRecord<byte[], byte[]>> records = poll.records(partition.kafka());
    List<Work> works = new ArrayList<>(records.size());
    for (int i = 0; i < records.size(); i++) {
      ConsumerRecord<byte[], byte[]> record = records.get(i);
      Position at = new Position(record.offset(), record.leaderEpoch().orElse(null));
      try {
        boolean last = i == records.size() - 1;
        Position next = last ? end(partition.kafka(), poll, record) : after(record);
        works.add(new Work(partition.partition(), at, next, reader.read(record), record.value()));
      } catch (RuntimeException | Error e) {
        Fault fault = Fault.of(e);
        fault.rethrowIfFatal();
        return new PollBatch(partition, works, new Refused(at, fault.failure()));
      }
    }
    return new PollBatch(partition, works, null);
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

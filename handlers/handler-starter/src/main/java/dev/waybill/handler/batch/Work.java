package dev.waybill.handler.batch;

import dev.waybill.handler.Message;
import dev.waybill.handler.RecordPosition;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import dev.waybill.handler.record.RawRecord;
import dev.waybill.handler.record.RecordedTime;
import dev.waybill.handler.record.ReplayId;
import dev.waybill.handler.record.UnreadableRecords;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One record to be handled.
 *
 * @param from the record itself: what to go back to when it is not done
 * @param next what to read after it; after a batch's last record beyond markers that follow
 * @param message what its headers say
 * @param record as it came
 * @param replay which replay sent it; null for a first copy
 */
public record Work(
    Partition partition,
    Position from,
    Position next,
    Message message,
    RawRecord record,
    @Nullable ReplayId replay) {

  /** Where the record is, for people. */
  public RecordPosition position() {
    return new RecordPosition(partition.topic(), partition.number(), from.offset());
  }

  /**
   * When the message was staged; null when the record does not say it. What stands for a record
   * that cannot be trusted is nobody's message, so it has none, whatever its header says.
   */
  public @Nullable Instant recordedAt() {
    return message.type().equals(UnreadableRecords.TYPE) ? null : RecordedTime.of(record);
  }

  @Override
  public String toString() {
    return message.id() + " at " + position();
  }
}

package dev.waybill.handler.testbed;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.handler.Message;
import dev.waybill.handler.TenantId;
import dev.waybill.handler.batch.Step;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import dev.waybill.handler.record.RawRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Works for tests in memory. */
public final class TestWorks {

  /** The same each time, so that equal works are equal. */
  private static final RawRecord RECORD = new RawRecord(null, new byte[0], List.of());

  private TestWorks() {}

  public static Work work(int partition, long offset) {
    return new Work(
        new Partition("topic", partition),
        Position.at(offset),
        Position.at(offset + 1),
        new Message(
            new MessageId(new UUID(partition, offset)),
            new MessageType("parcel.moved", 1),
            new TenantId("acme"),
            new OrderingKey("parcel:" + partition),
            null,
            null),
        RECORD,
        null);
  }

  /** So many works of so many partitions, partition after partition. */
  public static List<Work> works(int partitions, int each) {
    List<Work> works = new ArrayList<>();
    for (int partition = 0; partition < partitions; partition++) {
      for (int offset = 0; offset < each; offset++) {
        works.add(work(partition, offset));
      }
    }
    return works;
  }

  /** Each to be run. */
  public static List<Step> runs(List<Work> works) {
    return works.stream().map(work -> (Step) new Step.Run(work)).toList();
  }
}

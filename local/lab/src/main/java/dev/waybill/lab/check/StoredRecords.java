package dev.waybill.lab.check;

import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.local.history.History;
import dev.waybill.local.history.HistoryChecker;
import dev.waybill.local.history.Received;
import dev.waybill.local.history.Writes;
import dev.waybill.local.topics.TopicReader;
import dev.waybill.local.topics.TopicRecord;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/** Reads whole topics and compares them with what was committed. */
public final class StoredRecords {
  private StoredRecords() {}

  /** The comparison of every record that is there. */
  public static History compare(String bootstrapServers, List<String> topics, Writes writes) {
    return compare(bootstrapServers, topics, writes, record -> true);
  }

  /**
   * The comparison without records that are there for a known reason.
   *
   * @param counted whether a record takes part
   */
  public static History compare(
      String bootstrapServers, List<String> topics, Writes writes, Predicate<TopicRecord> counted) {
    HistoryChecker checker = new HistoryChecker(writes, topics);
    new TopicReader(bootstrapServers)
        .readAll(
            topics,
            record -> {
              if (counted.test(record)) {
                checker.received(received(record));
              }
            });
    return checker.history();
  }

  private static Received received(TopicRecord record) {
    return new Received(
        record.topic(),
        record.partition(),
        record.offset(),
        UUID.fromString(String.valueOf(record.key())),
        record.header(WireHeaders.COMMITTED_AT_SOURCE).isPresent());
  }
}

package dev.waybill.lab.check;

import dev.waybill.local.topics.TopicReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where a topic ends. */
public final class LastOffsets {
  private LastOffsets() {}

  /** The offset of the last committed record of each partition that has one. */
  public static Map<Integer, Long> of(String bootstrapServers, String topic) {
    Map<Integer, Long> last = new HashMap<>();
    new TopicReader(bootstrapServers)
        .readAll(List.of(topic), record -> last.put(record.partition(), record.offset()));
    return last;
  }
}

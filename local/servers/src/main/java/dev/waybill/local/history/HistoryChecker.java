package dev.waybill.local.history;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Compares the records of one or more topics with what was written. Every topic is expected to hold
 * every committed message exactly once, and the messages of a key in commit order in one partition;
 * a topic that takes only a part is checked with a checker, and {@link Writes}, of its own.
 *
 * <p>Records are given in offset order within each partition, after all writes were noted. Not
 * thread-safe.
 */
public final class HistoryChecker {
  private final Writes writes;
  private final Map<String, TopicChecker> topics = new LinkedHashMap<>();

  /** Begins a comparison of {@code topics}, which are found empty if nothing is received. */
  public HistoryChecker(Writes writes, Collection<String> topics) {
    this.writes = writes;
    topics.forEach(topic -> this.topics.put(topic, new TopicChecker(topic, writes)));
  }

  /**
   * Takes the next record of a partition.
   *
   * @throws IllegalArgumentException when its topic is not compared
   */
  public void received(Received record) {
    TopicChecker topic = topics.get(record.topic());
    if (topic == null) {
      throw new IllegalArgumentException("not one of the compared topics: " + record.topic());
    }
    topic.received(record);
  }

  /** The outcome for the records taken so far. */
  public History history() {
    return new History(
        writes.committedCount(), topics.values().stream().map(TopicChecker::history).toList());
  }
}

package dev.waybill.local.history;

import java.util.List;
import java.util.function.Function;

/** The outcome of a comparison over all topics; made by {@link HistoryChecker#history()}. */
public record History(long committed, List<TopicHistory> topics) {
  /** Topics are copied. */
  public History {
    topics = List.copyOf(topics);
  }

  /** Committed messages missing on a topic, summed over topics. */
  public long lost() {
    return sum(TopicHistory::lost);
  }

  /** Repeated records, summed over topics. */
  public long doubled() {
    return sum(TopicHistory::doubled);
  }

  /** Records of messages that were never committed, summed over topics. */
  public long ghosts() {
    return sum(TopicHistory::ghosts);
  }

  /** Records out of their key's order, summed over topics. */
  public long reordered() {
    return sum(TopicHistory::reordered);
  }

  /** Records that were late as allowed, summed over topics. */
  public long late() {
    return topics.stream().mapToLong(TopicHistory::late).sum();
  }

  /** Whether nothing at all is wrong on any topic. */
  public boolean clean() {
    return topics.stream().allMatch(TopicHistory::clean);
  }

  private long sum(Function<TopicHistory, Finding> finding) {
    return topics.stream().mapToLong(topic -> finding.apply(topic).count()).sum();
  }
}

package dev.waybill.lab.soak;

import dev.waybill.local.topics.TopicRecord;
import dev.waybill.local.topics.TopicTail;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Waits until a message has arrived on every topic. The relay publishes in commit order, so what
 * was committed before that message and is not there by then will not come.
 */
final class Barrier implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  private final TopicTail tail;
  private final Set<String> topics;

  private Barrier(TopicTail tail, List<String> topics) {
    this.tail = tail;
    this.topics = Set.copyOf(topics);
  }

  /** Looks at what arrives on the topics from now on; to be made before the message is written. */
  static Barrier on(String bootstrapServers, List<String> topics) {
    return new Barrier(TopicTail.of(bootstrapServers, topics), topics);
  }

  /**
   * Waits for the message.
   *
   * @return the topics that it has not reached when the time is over; empty is good
   */
  Set<String> await(UUID message, Duration timeout) {
    Set<String> missing = new HashSet<>(topics);
    long end = System.nanoTime() + timeout.toNanos();
    while (!missing.isEmpty() && System.nanoTime() < end) {
      for (TopicRecord record : tail.poll(POLL)) {
        if (message.toString().equals(record.key())) {
          missing.remove(record.topic());
        }
      }
    }
    return missing;
  }

  @Override
  public void close() {
    tail.close();
  }
}

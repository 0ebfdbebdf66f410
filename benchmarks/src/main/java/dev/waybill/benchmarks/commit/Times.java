package dev.waybill.benchmarks.commit;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * When each message of a run was committed, and when each of its copies was seen; instants of
 * {@link System#nanoTime}, 0 for never. Thread-safe.
 */
public final class Times {

  private final AtomicLongArray committed;
  private final AtomicLongArray visible;
  private final AtomicInteger seen = new AtomicInteger();
  private final AtomicInteger repeated = new AtomicInteger();
  private final int messages;
  private final int topics;

  /**
   * @param topics how many copies there are of each message
   */
  public Times(int messages, int topics) {
    this.messages = messages;
    this.topics = topics;
    this.committed = new AtomicLongArray(messages);
    this.visible = new AtomicLongArray(messages * topics);
  }

  /** Notes the end of the commit. */
  public void committed(int index, long now) {
    committed.set(index, now);
  }

  /** Notes a copy; one that was seen before counts as repeated. */
  public void visible(int index, int topic, long now) {
    if (visible.compareAndSet(index * topics + topic, 0, now)) {
      seen.incrementAndGet();
    } else {
      repeated.incrementAndGet();
    }
  }

  long committed(int index) {
    return committed.get(index);
  }

  long visible(int index, int topic) {
    return visible.get(index * topics + topic);
  }

  int topics() {
    return topics;
  }

  /** Whether every copy of every message was seen. */
  public boolean complete() {
    return seen.get() == messages * topics;
  }

  int missing() {
    return messages * topics - seen.get();
  }

  int repeated() {
    return repeated.get();
  }
}

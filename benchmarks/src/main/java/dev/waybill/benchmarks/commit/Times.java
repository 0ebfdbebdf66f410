package dev.waybill.benchmarks.commit;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * When each message of a run was committed, and when each of its copies was seen; instants of
 * {@link System#nanoTime}, 0 for never. Thread-safe.
 */
public final class Times {

  private static final long LOOK_EVERY_MILLIS = 100;

  private final AtomicLongArray committed;
  private final AtomicLongArray visible;
  private final AtomicInteger seen = new AtomicInteger();
  private final AtomicInteger repeated = new AtomicInteger();
  private final CountDownLatch complete = new CountDownLatch(1);
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
      if (seen.incrementAndGet() == messages * topics) {
        complete.countDown();
      }
    } else {
      repeated.incrementAndGet();
    }
  }

  /** When a message was committed. */
  public long committed(int index) {
    return committed.get(index);
  }

  long visible(int index, int topic) {
    return visible.get(index * topics + topic);
  }

  int topics() {
    return topics;
  }

  /** When the first copy of any of these messages was seen. */
  public OptionalLong firstVisible(IntPredicate counted) {
    return IntStream.range(0, messages * topics)
        .filter(copy -> visible.get(copy) != 0 && counted.test(copy / topics))
        .mapToLong(visible::get)
        .min();
  }

  /**
   * Waits for the last copy.
   *
   * @param watched whether somebody still looks; when nobody does, waiting is in vain
   * @return whether every copy was seen before the time was over
   */
  public boolean await(BooleanSupplier watched, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (watched.getAsBoolean() && deadline - System.nanoTime() > 0) {
      if (complete.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
        return true;
      }
    }
    return complete();
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

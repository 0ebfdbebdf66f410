package dev.waybill.benchmarks.arrival;

import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.benchmarks.commit.Times;
import dev.waybill.local.topics.TopicRecord;
import dev.waybill.local.topics.TopicTail;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Reads the topics of a run as a {@code read_committed} consumer and notes when each copy shows.
 */
public final class TopicWatcher implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);

  private final TopicTail tail;
  private final List<String> topics;
  private final long run;
  private final Times times;
  private final FutureTask<Boolean> task = new FutureTask<>(this::watch, true);
  private volatile boolean closing;

  private TopicWatcher(TopicTail tail, List<String> topics, long run, Times times) {
    this.tail = tail;
    this.topics = topics;
    this.run = run;
    this.times = times;
  }

  /** Begins at the present end of the topics. */
  public static TopicWatcher start(
      String bootstrapServers, List<String> topics, long run, Times times) {
    TopicWatcher watcher =
        new TopicWatcher(TopicTail.of(bootstrapServers, topics), topics, run, times);
    Thread thread = new Thread(watcher.task, "watcher");
    thread.setDaemon(true);
    thread.start();
    return watcher;
  }

  /** Whether it still reads; it does until it is closed or fails. */
  public boolean reads() {
    return !task.isDone();
  }

  /** Ends it, and throws what made it fail, if something did. */
  @Override
  public void close() throws InterruptedException, ExecutionException {
    closing = true;
    task.get();
  }

  private void watch() {
    try (tail) {
      while (!closing) {
        List<TopicRecord> records = tail.poll(POLL);
        long now = System.nanoTime();
        for (TopicRecord record : records) {
          note(record, now);
        }
      }
    }
  }

  private void note(TopicRecord record, long now) {
    if (record.key() != null) {
      int index = BenchMessage.index(run, record.key());
      if (index >= 0) {
        times.visible(index, topics.indexOf(record.topic()), now);
      }
    }
  }
}

package dev.waybill.lab.demo;

import dev.waybill.local.topics.TopicRecord;
import dev.waybill.local.topics.TopicTail;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads the topics in a thread of its own, so that the time of an arrival is its real one. */
final class ArrivalWatch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  private final TopicTail tail;
  private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::watch, "arrivals");
  private volatile boolean stopping;

  private ArrivalWatch(TopicTail tail) {
    this.tail = tail;
  }

  /** Watches what arrives from now on. */
  static ArrivalWatch on(String bootstrapServers, List<String> topics) {
    ArrivalWatch watch = new ArrivalWatch(TopicTail.of(bootstrapServers, topics));
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  /** The next arrival, or null when none comes in time. */
  @Nullable Arrival next(Duration timeout) throws InterruptedException {
    return arrivals.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() throws InterruptedException {
    stopping = true;
    thread.join();
    tail.close();
  }

  private void watch() {
    while (!stopping) {
      for (TopicRecord record : tail.poll(POLL)) {
        arrivals.add(new Arrival(record, Instant.now()));
      }
    }
  }
}

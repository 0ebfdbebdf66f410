package dev.waybill.relay.lane;

import dev.waybill.contract.subscription.Subscription;
import dev.waybill.relay.publish.TopicState;
import dev.waybill.relay.publish.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the handlers' topics again and again, on a thread of its own, so that dispatching never
 * waits for an answer. Thread-safe.
 */
final class LaneWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LaneWatch.class);
  private static final Duration QUIET = Duration.ofSeconds(2);
  private static final Duration TROUBLED = Duration.ofSeconds(1);

  private final Topics topics;
  private final Thread thread = new Thread(this::watch, "waybill-lanes");
  private volatile List<Subscription> subscriptions = List.of();
  private volatile Map<String, TopicState> seen = Map.of();
  private volatile boolean closed;

  LaneWatch(Topics topics) {
    this.topics = topics;
    thread.setDaemon(true);
  }

  /** Looks at these from now on; returns when that was done once. */
  void follow(List<Subscription> next) {
    subscriptions = next;
    seen = topics.look(next);
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
  }

  /** What was seen last, by topic. */
  Map<String, TopicState> seen() {
    return seen;
  }

  private void watch() {
    while (!closed) {
      LockSupport.parkNanos(pause().toNanos());
      if (!closed) {
        look();
      }
    }
  }

  private void look() {
    List<Subscription> looked = subscriptions;
    try {
      Map<String, TopicState> states = topics.look(looked);
      if (looked.equals(subscriptions)) {
        seen = states;
      }
    } catch (RuntimeException e) {
      // A cluster that does not answer is the producer's matter; what was seen stays.
      LOG.debug("The handlers' topics could not be looked at: {}", e.getMessage());
    }
  }

  private Duration pause() {
    return seen.values().stream().allMatch(TopicState.Usable.class::isInstance) ? QUIET : TROUBLED;
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      TimeUnit.MILLISECONDS.timedJoin(thread, 2_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.waybill.relay.lane;

import dev.waybill.relay.publish.TopicState;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Topics that refused a record although nothing about them looked wrong. Each refusal ends a
 * session, so such a topic's lane waits for a while, longer each time, instead of ending the next
 * one too. A suspicion is forgotten with time only: that a topic took records does not mean that it
 * lets their transaction end. Outlives sessions. Thread-safe.
 */
public final class Suspects {

  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

  private final LongSupplier nanoTime;
  private final Map<String, Suspicion> byTopic = new HashMap<>();

  public Suspects(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A topic refused a record. */
  public synchronized void refused(String topic, String words) {
    Suspicion before = byTopic.get(topic);
    Duration pause =
        before != null && nanoTime.getAsLong() - before.until() < FORGOTTEN_AFTER.toNanos()
            ? before.pause().multipliedBy(2)
            : FIRST;
    Duration bounded = pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
    byTopic.put(topic, new Suspicion(words, bounded, nanoTime.getAsLong() + bounded.toNanos()));
  }

  /** Why a topic's lane must wait now, if it must. */
  synchronized Optional<TopicState.Unusable> waiting(String topic) {
    return Optional.ofNullable(byTopic.get(topic))
        .filter(suspicion -> nanoTime.getAsLong() - suspicion.until() < 0)
        .map(
            suspicion ->
                new TopicState.Unusable(
                    "topic " + topic + " refused a record: " + suspicion.words(),
                    "it is tried again every " + suspicion.pause().toSeconds() + " s"));
  }

  private record Suspicion(String words, Duration pause, long until) {}
}

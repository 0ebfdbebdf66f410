package dev.waybill.lab.witness;

import dev.waybill.local.topics.TopicRecord;
import dev.waybill.local.topics.TopicTail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;

/**
 * Reads the topics with {@code read_committed}, directly at the broker and all the time, and knows
 * which of the messages that it is asked for have arrived on every one. Holds only what was read
 * and not asked for yet, or asked for and not read. Safe for use from several threads.
 */
public final class Arrivals implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration ANSWER = Duration.ofSeconds(3);

  private final Map<String, Topic> topics = new HashMap<>();
  private final Map<UUID, Expected> expected = new HashMap<>();
  private final ConcurrentLinkedQueue<CompletableFuture<Void>> requests =
      new ConcurrentLinkedQueue<>();
  private final TopicTail tail;
  private final Thread reader = new Thread(this::read, "arrivals");
  private long count;
  private volatile boolean closed;

  private Arrivals(TopicTail tail, List<String> topics) {
    this.tail = tail;
    topics.forEach(topic -> this.topics.put(topic, new Topic()));
    reader.setDaemon(true);
  }

  /** Reads what arrives from now on. */
  public static Arrivals of(String bootstrapServers, List<String> topics) {
    Arrivals arrivals = new Arrivals(TopicTail.of(bootstrapServers, topics), topics);
    arrivals.reader.start();
    return arrivals;
  }

  /**
   * Tells when a message has arrived on every topic; to be asked before it is committed.
   *
   * @return completed with {@link System#nanoTime} of that instant
   */
  public synchronized CompletableFuture<Long> expect(UUID message) {
    Expected entry = new Expected(new HashSet<>(topics.keySet()), new CompletableFuture<>());
    expected.put(message, entry);
    return entry.arrived();
  }

  /** How many records were read so far, on all topics. */
  public synchronized long count() {
    return count;
  }

  /** Takes notice of messages that must be on every topic. */
  synchronized void require(Collection<UUID> messages) {
    topics.values().forEach(topic -> topic.require(messages));
  }

  /** Those of them that are missing, by topic, as far as the topics were read. */
  synchronized Map<String, Set<UUID>> missing() {
    Map<String, Set<UUID>> missing = new HashMap<>();
    topics.forEach(
        (name, topic) -> {
          if (!topic.required.isEmpty()) {
            missing.put(name, new HashSet<>(topic.required));
          }
        });
    return missing;
  }

  /**
   * Returns when everything was read that any reader could have seen at the time of the call.
   *
   * @return false when the broker did not answer in time
   */
  boolean readToEnd(Duration timeout) throws InterruptedException {
    CompletableFuture<Void> request = new CompletableFuture<>();
    requests.add(request);
    try {
      request.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  private void read() {
    List<Request> open = List.of();
    while (!closed) {
      take(tail.poll(POLL));
      open = unanswered(Stream.concat(open.stream(), asked().stream()).toList());
    }
    tail.close();
  }

  private List<Request> asked() {
    List<Request> asked = new ArrayList<>();
    for (CompletableFuture<Void> next = requests.poll(); next != null; next = requests.poll()) {
      try {
        asked.add(new Request(next, tail.ends(ANSWER)));
      } catch (KafkaException e) {
        next.completeExceptionally(e);
      }
    }
    return asked;
  }

  private List<Request> unanswered(List<Request> open) {
    List<Request> rest = new ArrayList<>();
    for (Request request : open) {
      if (tail.isPast(request.ends())) {
        request.answer().complete(null);
      } else {
        rest.add(request);
      }
    }
    return rest;
  }

  private synchronized void take(List<TopicRecord> records) {
    count += records.size();
    for (TopicRecord record : records) {
      UUID message = UUID.fromString(String.valueOf(record.key()));
      Topic topic = topics.get(record.topic());
      if (topic != null) {
        topic.arrived(message);
      }
      Expected waiting = expected.get(message);
      if (waiting != null && waiting.missing().remove(record.topic())) {
        if (waiting.missing().isEmpty()) {
          expected.remove(message);
          waiting.arrived().complete(System.nanoTime());
        }
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    reader.join(TimeUnit.SECONDS.toMillis(10));
  }

  private record Request(CompletableFuture<Void> answer, TopicTail.Ends ends) {}

  private record Expected(Set<String> missing, CompletableFuture<Long> arrived) {}

  private static final class Topic {
    private final Set<UUID> required = new HashSet<>();
    private final Set<UUID> early = new HashSet<>();

    void require(Collection<UUID> messages) {
      for (UUID message : messages) {
        if (!early.remove(message)) {
          required.add(message);
        }
      }
    }

    void arrived(UUID message) {
      if (!required.remove(message)) {
        early.add(message);
      }
    }
  }
}

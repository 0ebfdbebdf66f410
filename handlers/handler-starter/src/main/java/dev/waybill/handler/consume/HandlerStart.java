package dev.waybill.handler.consume;

import dev.waybill.handler.registry.HandlerDefinition;
import dev.waybill.handler.status.StatusBoard;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts each handler as soon as its topic exists. Until then it says what it waits for, at first
 * and then once a minute, and the application runs: Kafka may come later than its users.
 */
final class HandlerStart {

  private static final Logger LOG = LoggerFactory.getLogger(HandlerStart.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration REPEAT = Duration.ofMinutes(1);

  private final List<HandlerDefinition> waiting;
  private final Predicate<String> topicExists;
  private final Memory memory;
  private final StatusBoard board;
  private final Consumer<HandlerDefinition> action;
  private final InstantSource clock;

  /** At whose last start Kafka did not answer. */
  private final Set<HandlerDefinition> unanswered = new HashSet<>();

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Map<HandlerDefinition, Instant> said = new HashMap<>();
  private final Thread thread;

  /**
   * @param topicExists asks Kafka
   * @param memory of the inbox, which must suffice
   * @param action what starts a handler
   */
  HandlerStart(
      List<HandlerDefinition> handlers,
      Predicate<String> topicExists,
      Memory memory,
      StatusBoard board,
      Consumer<HandlerDefinition> action,
      InstantSource clock) {
    this.waiting = new ArrayList<>(handlers);
    this.topicExists = topicExists;
    this.memory = memory;
    this.board = board;
    this.action = action;
    this.clock = clock;
    this.thread = new Thread(this::run, "waybill-handlers-start");
    // An application without a web server must not end while it waits for its topic.
    this.thread.setDaemon(false);
  }

  void begin() {
    thread.start();
  }

  /** Starts nothing any more when it returns. */
  void end() {
    ended.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      do {
        look();
      } while (!waiting.isEmpty() && !ended.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts those that need not wait any more. */
  void look() {
    waiting.removeIf(this::starts);
  }

  private boolean starts(HandlerDefinition handler) {
    if (ended.getCount() == 0) {
      return false;
    }
    try {
      boolean started = startsNow(handler);
      unanswered.remove(handler);
      return started;
    } catch (ConfigException e) {
      String what = "a setting that Kafka's client takes";
      unreachable(handler, what);
      warn(handler, what, "correct waybill.handler.kafka.properties: " + e.getMessage());
    } catch (KafkaException e) {
      String what = "Kafka, which does not answer (" + root(e).getClass().getSimpleName() + ")";
      unreachable(handler, what);
      // A process that has just started may be too busy to hear the first answer in time.
      if (!unanswered.add(handler)) {
        warn(handler, what, "start it, or correct waybill.handler.kafka");
      }
    } catch (RuntimeException e) {
      LOG.error("Handler {} cannot be started", handler.id(), e);
      waits(handler, "the end of " + e.getClass().getSimpleName(), "see the log");
    }
    return false;
  }

  /**
   * Starts it, or says what it waits for.
   *
   * @throws KafkaException when one of its questions is not answered
   */
  private boolean startsNow(HandlerDefinition handler) {
    boolean exists = topicExists.test(handler.topic());
    board.of(handler.id()).recovered();
    if (exists) {
      Optional<String> forgetful = memory.tooShortFor(handler.topic());
      if (forgetful.isEmpty()) {
        action.accept(handler);
        return true;
      }
      waits(
          handler,
          forgetful.get(),
          "raise waybill.handler.inbox.retention, or lower retention.ms or segment.ms of the"
              + " topics");
      return false;
    }
    waits(
        handler,
        "topic " + handler.topic() + ", which does not exist",
        "apply its subscription and let the relay make the topic"
            + " (waybill.relay.topics=create), or make it");
    return false;
  }

  private static Throwable root(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return cause == null || cause == thrown ? thrown : root(cause);
  }

  private void unreachable(HandlerDefinition handler, String what) {
    board.of(handler.id()).outage("waits for " + what);
    board.of(handler.id()).waitFor(what);
  }

  private void waits(HandlerDefinition handler, String what, String remedy) {
    board.of(handler.id()).waitFor(what);
    warn(handler, what, remedy);
  }

  private void warn(HandlerDefinition handler, String what, String remedy) {
    Instant now = clock.instant();
    Instant last = said.get(handler);
    if (last == null || !now.isBefore(last.plus(REPEAT))) {
      said.put(handler, now);
      LOG.warn("Handler {} waits for {}: {}", handler.id(), what, remedy);
    }
  }
}

package dev.waybill.handler.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.registry.ClassPathSubscriptions;
import dev.waybill.handler.registry.HandlerDefinition;
import dev.waybill.handler.status.StatusBoard;
import dev.waybill.handler.testbed.LogLines;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class HandlerStartTest {

  private static final HandlerId PARCELS = new HandlerId("parcels");

  @Test
  void doesNotComplainOfOneAnswerThatItMissed() {
    AtomicInteger questions = new AtomicInteger();
    CountDownLatch started = new CountDownLatch(1);

    try (LogLines log = new LogLines()) {
      HandlerStart start =
          start(
              new StatusBoard(),
              topic -> {
                if (questions.incrementAndGet() == 1) {
                  throw new KafkaException("late", new TimeoutException("late"));
                }
                return true;
              },
              handler -> started.countDown());
      start.begin();
      await().atMost(Duration.ofSeconds(10)).until(() -> started.getCount() == 0);
      start.end();

      assertThat(log.atLeast(Level.WARN)).isEmpty();
    }
  }

  @Test
  void saysWhyKafkaDoesNotAnswer() {
    StatusBoard board = new StatusBoard();

    try (LogLines log = new LogLines()) {
      HandlerStart start =
          start(
              board,
              topic -> {
                throw new KafkaException("secret", new SaslAuthenticationException("secret"));
              },
              started -> {});
      start.begin();
      await().atMost(Duration.ofSeconds(10)).until(() -> log.atLeast(Level.WARN).size() == 1);
      start.end();

      assertThat(log.atLeast(Level.WARN).get(0))
          .contains("SaslAuthenticationException", "waybill.handler.kafka")
          .doesNotContain("secret");
    }
    assertThat(board.of(PARCELS).waitingFor()).contains("SaslAuthenticationException");
    assertThat(board.of(PARCELS).trouble()).contains("SaslAuthenticationException");
  }

  @Test
  void complainsOfASecondMissedAnswerOnlyWhenItFollowsTheFirst() {
    Iterator<Boolean> isLate = List.of(true, false, true, true).iterator();

    try (LogLines log = new LogLines()) {
      HandlerStart start =
          start(
              new StatusBoard(),
              topic -> isLate.next() ? late(false) : false,
              handler -> {},
              everyTwoMinutes());
      for (int i = 0; i < 3; i++) {
        start.look();
      }
      assertThat(log.atLeast(Level.WARN))
          .singleElement()
          .asString()
          .contains("topic waybill.parcels, which does not exist");

      start.look();
      assertThat(log.atLeast(Level.WARN))
          .last()
          .asString()
          .contains("Kafka, which does not answer");
    }
  }

  @Test
  void complainsWhenOnlyTheFirstOfItsQuestionsIsAnswered() {
    Memory unknown = new Memory(Duration.ofDays(60), topic -> Optional.of(late(Duration.ZERO)));

    complainsAtTheSecondTime(
        start(unknown, new StatusBoard(), topic -> true, handler -> {}, everyTwoMinutes()));
    complainsAtTheSecondTime(
        start(new StatusBoard(), topic -> true, HandlerStartTest::late, everyTwoMinutes()));
  }

  private static void complainsAtTheSecondTime(HandlerStart start) {
    try (LogLines log = new LogLines()) {
      start.look();
      assertThat(log.atLeast(Level.WARN)).isEmpty();

      start.look();
      assertThat(log.atLeast(Level.WARN))
          .singleElement()
          .asString()
          .contains("Kafka, which does not answer");
    }
  }

  private static <T> T late(T answer) {
    throw new KafkaException("no " + answer, new TimeoutException("late"));
  }

  /** Later each time that it is asked than what is said once a minute. */
  private static InstantSource everyTwoMinutes() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    return () -> now.updateAndGet(before -> before.plus(Duration.ofMinutes(2)));
  }

  private HandlerStart start(
      StatusBoard board, Predicate<String> topicExists, Consumer<HandlerDefinition> action) {
    return start(board, topicExists, action, InstantSource.system());
  }

  private HandlerStart start(
      StatusBoard board,
      Predicate<String> topicExists,
      Consumer<HandlerDefinition> action,
      InstantSource clock) {
    Memory enough = new Memory(Duration.ofDays(60), topic -> Optional.empty());
    return start(enough, board, topicExists, action, clock);
  }

  private HandlerStart start(
      Memory memory,
      StatusBoard board,
      Predicate<String> topicExists,
      Consumer<HandlerDefinition> action,
      InstantSource clock) {
    HandlerDefinition handler =
        new HandlerDefinition(
            PARCELS,
            new ClassPathSubscriptions(getClass().getClassLoader()).find(PARCELS),
            Map.of());
    return new HandlerStart(List.of(handler), topicExists, memory, board, action, clock);
  }
}

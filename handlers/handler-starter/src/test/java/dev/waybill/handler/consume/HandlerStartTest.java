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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
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

  private HandlerStart start(
      StatusBoard board, Predicate<String> topicExists, Consumer<HandlerDefinition> action) {
    HandlerDefinition handler =
        new HandlerDefinition(
            PARCELS,
            new ClassPathSubscriptions(getClass().getClassLoader()).find(PARCELS),
            Map.of());
    return new HandlerStart(
        List.of(handler),
        topicExists,
        new Memory(Duration.ofDays(60), topic -> Optional.empty()),
        board,
        action);
  }
}

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
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.junit.jupiter.api.Test;

class HandlerStartTest {

  @Test
  void saysWhyKafkaDoesNotAnswer() {
    HandlerId id = new HandlerId("parcels");
    HandlerDefinition handler =
        new HandlerDefinition(
            id, new ClassPathSubscriptions(getClass().getClassLoader()).find(id), Map.of());
    StatusBoard board = new StatusBoard();

    try (LogLines log = new LogLines()) {
      HandlerStart start =
          new HandlerStart(
              List.of(handler),
              topic -> {
                throw new KafkaException("secret", new SaslAuthenticationException("secret"));
              },
              new Memory(Duration.ofDays(60), topic -> Optional.empty()),
              board,
              started -> {});
      start.begin();
      await().atMost(Duration.ofSeconds(10)).until(() -> log.atLeast(Level.WARN).size() == 1);
      start.end();

      assertThat(log.atLeast(Level.WARN).get(0))
          .contains("SaslAuthenticationException", "waybill.handler.kafka")
          .doesNotContain("secret");
    }
    assertThat(board.of(id).waitingFor()).contains("SaslAuthenticationException");
  }
}

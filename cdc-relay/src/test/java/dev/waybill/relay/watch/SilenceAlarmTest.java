package dev.waybill.relay.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.relay.status.RelayStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SilenceAlarmTest {

  private static final RelayStatus STREAMING = new RelayStatus.Streaming();
  private static final Optional<String> KAFKA = Optional.of("Kafka does not answer");

  private final AtomicLong clock = new AtomicLong();
  private final SilenceAlarm alarm = new SilenceAlarm(clock::get);

  @Test
  void saysWhoIsSilentWhenThatBeginsAndOnceAMinute() {
    assertThat(alarm.take(Optional.empty(), STREAMING)).isFalse();
    assertThat(alarm.take(KAFKA, STREAMING)).isTrue();
    assertThat(alarm.take(KAFKA, STREAMING)).isFalse();
    assertThat(alarm.take(Optional.of("PostgreSQL and Kafka do not answer"), STREAMING)).isTrue();

    clock.addAndGet(Duration.ofSeconds(59).toNanos());
    assertThat(alarm.take(Optional.of("PostgreSQL and Kafka do not answer"), STREAMING)).isFalse();
    clock.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(alarm.take(Optional.of("PostgreSQL and Kafka do not answer"), STREAMING)).isTrue();

    assertThat(alarm.take(Optional.empty(), STREAMING)).isFalse();
    assertThat(alarm.take(KAFKA, STREAMING)).isTrue();
  }

  @Test
  void leavesTheWordToARelayThatSaysItselfWhyItIsNotReady() {
    assertThat(alarm.take(KAFKA, new RelayStatus.NotReady("Kafka at x", "waiting"))).isFalse();
    assertThat(alarm.take(KAFKA, STREAMING)).isTrue();
  }
}

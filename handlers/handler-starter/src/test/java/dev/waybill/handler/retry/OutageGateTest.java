package dev.waybill.handler.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.message.OrderingKey;
import dev.waybill.workqueue.retry.Backoff;
import dev.waybill.workqueue.retry.Jitter;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OutageGateTest {

  private Instant now = Instant.parse("2026-03-01T08:00:00Z");

  private final OutageGate gate =
      new OutageGate(
          Duration.ofMinutes(15),
          new Backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(30), Jitter.NONE),
          () -> now,
          new Random(1));

  @Test
  void staysOpenForAMessageThatFailsAgainAndAgain() {
    for (int i = 0; i < 10; i++) {
      assertThat(gate.failed(key(1))).isFalse();
    }
    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void closesWhenSeveralKeysFailInARow() {
    assertThat(gate.failed(key(1))).isFalse();
    assertThat(gate.failed(key(2))).isFalse();
    assertThat(gate.failed(key(3))).isTrue();

    assertThat(gate.closedSince()).isEqualTo(now);
  }

  @Test
  void staysOpenWhenAnythingSucceedsInBetween() {
    gate.failed(key(1));
    gate.failed(key(2));
    gate.passed();

    assertThat(gate.failed(key(3))).isFalse();
    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void letsAProbeThroughAtGrowingPausesAndOpensWhenOneSucceeds() {
    close();
    assertThat(gate.takeProbe()).isFalse();
    pass(1);
    assertThat(gate.takeProbe()).isTrue();
    assertThat(gate.failed(key(9))).isTrue();
    pass(1);
    assertThat(gate.takeProbe()).isFalse();
    pass(1);
    assertThat(gate.takeProbe()).isTrue();

    gate.passed();

    assertThat(gate.isOpen()).isTrue();
    assertThat(gate.takeProbe()).isFalse();
  }

  @Test
  void opensWhenTheOutsideAnswersAnything() {
    close();
    gate.failedOtherwise();
    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void opensWhenNothingIsLeftToTryAndNotWhileWhatFailedRests() {
    close();
    gate.nothingToTry();
    assertThat(gate.isOpen()).isFalse();

    pass(2);
    gate.failed(key(1));
    pass(2);
    gate.nothingToTry();
    assertThat(gate.isOpen()).isFalse();

    pass(1);
    gate.nothingToTry();
    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void isNotMisledByOtherFailuresWhileItIsOpen() {
    gate.failed(key(1));
    gate.failed(key(2));
    gate.failedOtherwise();

    assertThat(gate.failed(key(3))).isTrue();
  }

  @Test
  void opensAfterItsLimitAndThenEverythingCountsUntilSomethingSucceeds() {
    close();
    pass(15 * 60);

    assertThat(gate.isOpen()).isTrue();
    for (int key = 0; key < 5; key++) {
      assertThat(gate.failed(key(key))).isFalse();
    }

    gate.passed();
    close();
    assertThat(gate.isOpen()).isFalse();
  }

  private void close() {
    gate.failed(key(1));
    gate.failed(key(2));
    gate.failed(key(3));
  }

  private void pass(long seconds) {
    now = now.plusSeconds(seconds);
  }

  private static OrderingKey key(int number) {
    return new OrderingKey("parcel:" + number);
  }
}

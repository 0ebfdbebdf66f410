package dev.waybill.relay.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.relay.status.LaneBoard;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class RelayHealthIndicatorTest {

  private final AtomicLong clock = new AtomicLong();
  private final StatusBoard board = new StatusBoard(clock::get);
  private final RelayHealthIndicator indicator =
      new RelayHealthIndicator(board, new LaneBoard(), Duration.ofSeconds(45));

  @Test
  void isReadyWhileItStreamsCatchesUpStandsByOrIsPaused() {
    for (RelayStatus ready :
        new RelayStatus[] {
          new RelayStatus.Streaming(),
          new RelayStatus.CatchingUp(),
          new RelayStatus.Standby("b"),
          new RelayStatus.Paused("anna", "an upgrade of Kafka")
        }) {
      board.show(ready);
      assertThat(status()).as(ready.describe()).isEqualTo(Status.UP);
    }
  }

  @Test
  void isNotReadyWhenNothingMoves() {
    board.show(new RelayStatus.Streaming());
    board.moved();
    clock.addAndGet(Duration.ofSeconds(46).toNanos());
    assertThat(status()).isEqualTo(Status.OUT_OF_SERVICE);
  }

  @Test
  void isNotReadyWithTheReason() {
    board.show(new RelayStatus.Starting("Kafka"));
    assertThat(status()).isEqualTo(Status.OUT_OF_SERVICE);
    board.show(new RelayStatus.NotReady("no topic", "create it"));
    Health health = indicator.health();
    assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
    assertThat(health.getDetails().get("status")).isEqualTo("not ready: no topic — create it");
  }

  private Status status() {
    return indicator.health().getStatus();
  }
}

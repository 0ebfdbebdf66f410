package dev.waybill.relay.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.relay.status.LaneBoard;
import dev.waybill.relay.status.Progress;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import dev.waybill.relay.wal.SlotLook;
import dev.waybill.relay.wal.WalGuard;
import dev.waybill.relay.wal.WalHolder;
import dev.waybill.relay.watch.DaysAheadAlarm;
import dev.waybill.relay.watch.OutboxLook;
import dev.waybill.relay.watch.WatchBoard;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class RelayHealthIndicatorTest {

  private final AtomicLong clock = new AtomicLong();
  private final StatusBoard board = new StatusBoard(clock::get);
  private final Progress progress = new Progress();
  private final WatchBoard watch = new WatchBoard(clock::get);
  private final WalGuard wal = new WalGuard("main", "waybill_main", 64L << 20);
  private final RelayHealthIndicator indicator =
      new RelayHealthIndicator(
          new RelayHealthIndicator.Signals(
              board, new LaneBoard(), progress, watch, wal, new DaysAheadAlarm(7)),
          Duration.ofSeconds(45));

  @BeforeEach
  void bothServersAnswer() {
    watch.store(true);
    watch.broker(true);
  }

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
  void saysWhichServerIsSilent() {
    board.show(new RelayStatus.Standby("b"));
    assertThat(indicator.health().getDetails()).doesNotContainKey("silent");
    watch.broker(false);
    assertThat(status()).isEqualTo(Status.OUT_OF_SERVICE);
    assertThat(indicator.health().getDetails()).containsEntry("silent", "Kafka does not answer");
    watch.store(false);
    assertThat(indicator.health().getDetails())
        .containsEntry("silent", "PostgreSQL and Kafka do not answer");
    watch.broker(true);
    assertThat(indicator.health().getDetails())
        .containsEntry("silent", "PostgreSQL does not answer");
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

  @Test
  void isNotReadyWhileAServerDoesNotAnswerAlsoAsAStandby() {
    board.show(new RelayStatus.Standby("b"));
    watch.broker(false);
    assertThat(status()).isEqualTo(Status.OUT_OF_SERVICE);
    watch.broker(true);
    watch.store(false);
    assertThat(status()).isEqualTo(Status.OUT_OF_SERVICE);
    watch.store(true);
    assertThat(status()).isEqualTo(Status.UP);
  }

  @Test
  void isNotReadyWhileItIsSwitchedOff() {
    board.show(new RelayStatus.Disabled());
    assertThat(status()).isEqualTo(Status.OUT_OF_SERVICE);
  }

  @Test
  void tellsWhoHoldsTheLogAndThatDaysAreShortAndStaysReady() {
    board.show(new RelayStatus.Streaming());
    WalHolder holder =
        new WalHolder("9", "server process 4711 (billing)", "idle in transaction", 61.0, "end it");
    SlotLook look =
        new SlotLook("waybill_main", true, "reserved", 200L << 20, 1L << 20, null, holder);
    wal.take(look);
    wal.take(look);
    watch.outbox(new OutboxLook(3, 1.5, Map.of(), 6));

    Health health = indicator.health();

    assertThat(health.getStatus()).isEqualTo(Status.UP);
    assertThat(health.getDetails())
        .containsEntry("walRetainedBytes", 200L << 20)
        .containsEntry("pending", 3L)
        .containsEntry("partitionDaysAhead", 6)
        .containsEntry("partitionsAreShort", true);
    assertThat(health.getDetails().get("wal")).asString().contains("server process 4711 (billing)");
  }

  private Status status() {
    return indicator.health().getStatus();
  }
}

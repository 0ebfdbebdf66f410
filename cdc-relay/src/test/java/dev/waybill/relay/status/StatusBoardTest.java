package dev.waybill.relay.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StatusBoardTest {

  private final AtomicLong clock = new AtomicLong();
  private final StatusBoard board = new StatusBoard(clock::get);

  @Test
  void keepsAReasonThroughTheNextAttempt() {
    RelayStatus reason = new RelayStatus.NotReady("no topic", "create it");
    board.show(reason);
    board.show(new RelayStatus.Starting("database"));
    assertThat(board.status()).isEqualTo(reason);

    board.show(new RelayStatus.Streaming());
    assertThat(board.status()).isEqualTo(new RelayStatus.Streaming());
  }

  @Test
  void tellsHowLongNothingMoved() {
    board.moved();
    clock.addAndGet(Duration.ofSeconds(7).toNanos());
    assertThat(board.sinceMoved()).isEqualTo(Duration.ofSeconds(7));
  }
}

package dev.waybill.relay.health;

import dev.waybill.relay.status.LaneBoard;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import java.time.Duration;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Readiness: streaming with heartbeats coming back, catching up with progress, paused, or standing
 * by. Traffic is no signal, since a quiet night is healthy.
 */
public final class RelayHealthIndicator extends AbstractHealthIndicator {

  private final StatusBoard board;
  private final LaneBoard lanes;
  private final Duration stallTimeout;

  public RelayHealthIndicator(StatusBoard board, LaneBoard lanes, Duration stallTimeout) {
    this.board = board;
    this.lanes = lanes;
    this.stallTimeout = stallTimeout;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    RelayStatus status = board.status();
    builder.withDetail("status", status.describe());
    LaneBoard.Waiting waiting = lanes.waiting();
    builder.withDetail("handlersBlocked", waiting.blocked());
    builder.withDetail("handlersBehind", waiting.behind());
    if (ready(status)) {
      builder.up();
    } else {
      builder.outOfService();
    }
  }

  private boolean ready(RelayStatus status) {
    if (status instanceof RelayStatus.Standby) {
      return true;
    }
    boolean moves = board.sinceMoved().compareTo(stallTimeout) <= 0;
    return moves
        && (status instanceof RelayStatus.Streaming
            || status instanceof RelayStatus.CatchingUp
            || status instanceof RelayStatus.Paused);
  }
}

package dev.waybill.relay.health;

import dev.waybill.relay.status.LaneBoard;
import dev.waybill.relay.status.Progress;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import dev.waybill.relay.wal.WalGuard;
import dev.waybill.relay.watch.DaysAheadAlarm;
import dev.waybill.relay.watch.OutboxLook;
import dev.waybill.relay.watch.WatchBoard;
import java.time.Duration;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Readiness: both servers answer, and the relay streams with heartbeats coming back, catches up
 * with progress, is paused, or stands by. Traffic is no signal, since a quiet night is healthy.
 * What the slot keeps, and how many days are ahead, are told and decide nothing: another process
 * would change neither.
 */
public final class RelayHealthIndicator extends AbstractHealthIndicator {

  private final Signals signals;
  private final Duration stallTimeout;

  public RelayHealthIndicator(Signals signals, Duration stallTimeout) {
    this.signals = signals;
    this.stallTimeout = stallTimeout;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    RelayStatus status = signals.status().status();
    builder.withDetail("status", status.describe());
    tellServers(builder);
    tellWork(builder);
    tellLog(builder);
    if (ready(status)) {
      builder.up();
    } else {
      builder.outOfService();
    }
  }

  private void tellServers(Health.Builder builder) {
    builder.withDetail("storeAvailable", signals.watch().storeAvailable());
    builder.withDetail("brokerAvailable", signals.watch().brokerAvailable());
    signals.watch().silent().ifPresent(who -> builder.withDetail("silent", who));
    builder.withDetail("lookedSecondsAgo", signals.watch().age().toSeconds());
  }

  private void tellWork(Health.Builder builder) {
    LaneBoard.Waiting waiting = signals.lanes().waiting();
    builder.withDetail("handlersBlocked", waiting.blocked());
    builder.withDetail("handlersBehind", waiting.behind());
    OutboxLook look = signals.watch().outbox();
    builder.withDetail("pending", look.pending());
    builder.withDetail("oldestPendingSeconds", Math.round(look.oldestSeconds()));
    Progress.Failure failure = signals.progress().failure();
    if (failure != null) {
      builder.withDetail("lastFailure", failure.words());
      builder.withDetail("lastFailureAt", failure.at().toString());
    }
  }

  private void tellLog(Health.Builder builder) {
    WalGuard wal = signals.wal();
    builder.withDetail("walRetainedBytes", wal.look().retained());
    builder.withDetail("walUnconfirmedBytes", wal.look().unconfirmed());
    builder.withDetail("wal", wal.verdict().describe());
    int days = signals.watch().outbox().daysAhead();
    builder.withDetail("partitionDaysAhead", days);
    builder.withDetail("partitionsAreShort", signals.daysAhead().tooFew(days));
  }

  private boolean ready(RelayStatus status) {
    if (signals.watch().silent().isPresent()) {
      return false;
    }
    if (status instanceof RelayStatus.Standby) {
      return true;
    }
    boolean moves = signals.status().sinceMoved().compareTo(stallTimeout) <= 0;
    return moves
        && (status instanceof RelayStatus.Streaming
            || status instanceof RelayStatus.CatchingUp
            || status instanceof RelayStatus.Paused);
  }

  /** What there is to tell. */
  public record Signals(
      StatusBoard status,
      LaneBoard lanes,
      Progress progress,
      WatchBoard watch,
      WalGuard wal,
      DaysAheadAlarm daysAhead) {}
}

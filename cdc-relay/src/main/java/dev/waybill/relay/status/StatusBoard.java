package dev.waybill.relay.status;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The relay's current status, and when it last moved. A change is logged; an unchanged reason for
 * not being ready is repeated once a minute and no more. Thread-safe.
 */
public final class StatusBoard {

  private static final Logger LOG = LoggerFactory.getLogger(StatusBoard.class);
  private static final long REPEAT_NANOS = Duration.ofMinutes(1).toNanos();

  private final LongSupplier nanoTime;
  private RelayStatus status = new RelayStatus.Starting("process");
  private long loggedAt;
  private volatile long movedAt;

  public StatusBoard(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.loggedAt = nanoTime.getAsLong();
    this.movedAt = loggedAt;
  }

  public synchronized RelayStatus status() {
    return status;
  }

  /**
   * Replaces the status. A start after a failure does not hide the failure's reason, which stays
   * until something else is known.
   */
  public synchronized void show(RelayStatus next) {
    if (next instanceof RelayStatus.Starting && status instanceof RelayStatus.NotReady) {
      return;
    }
    boolean changed = !next.equals(status);
    long now = nanoTime.getAsLong();
    if (next instanceof RelayStatus.NotReady) {
      if (changed || now - loggedAt >= REPEAT_NANOS) {
        LOG.warn("Relay {}", next.describe());
        loggedAt = now;
      }
    } else if (changed) {
      LOG.info("Relay {}", next.describe());
    }
    status = next;
  }

  /** Notes that a heartbeat came back or a batch was published. */
  public void moved() {
    movedAt = nanoTime.getAsLong();
  }

  /** How long ago the relay last moved. */
  public Duration sinceMoved() {
    return Duration.ofNanos(nanoTime.getAsLong() - movedAt);
  }
}

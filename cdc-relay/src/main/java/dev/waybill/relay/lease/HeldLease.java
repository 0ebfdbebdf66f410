package dev.waybill.relay.lease;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A claimed lease that renews itself on a thread of its own until it is closed. It counts as held
 * only until the local monotonic clock passes the last renewal's start plus the duration, which is
 * never later than the database's view. Thread-safe.
 */
public final class HeldLease implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HeldLease.class);

  private final LeaseTable table;
  private final FencingToken token;
  private final LongSupplier nanoTime;
  private final Thread keeper;
  private volatile long heldUntil;
  private volatile boolean lost;
  private volatile boolean closed;

  private HeldLease(LeaseTable table, FencingToken token, long claimedFrom, LongSupplier nanoTime) {
    this.table = table;
    this.token = token;
    this.nanoTime = nanoTime;
    this.heldUntil = claimedFrom + table.duration().toNanos();
    this.keeper = new Thread(this::keep, "waybill-lease-" + token.relay());
    this.keeper.setDaemon(true);
  }

  /**
   * Begins to renew a lease.
   *
   * @param claimedFrom {@link System#nanoTime} before the claim was asked for
   */
  public static HeldLease keep(LeaseTable table, FencingToken token, long claimedFrom) {
    HeldLease lease = new HeldLease(table, token, claimedFrom, System::nanoTime);
    lease.keeper.start();
    return lease;
  }

  public FencingToken token() {
    return token;
  }

  /**
   * Returns when the lease is held by this process's own clock.
   *
   * @throws LeaseLostException when it is not, or cannot be known to be
   */
  public void requireHeld() {
    if (lost) {
      throw new LeaseLostException("relay " + token.relay() + ": another process took the lease");
    }
    if (nanoTime.getAsLong() - heldUntil >= 0) {
      throw new LeaseLostException(
          "relay " + token.relay() + ": the lease could not be renewed in time");
    }
  }

  private void keep() {
    Duration pause = table.duration().dividedBy(3);
    while (!closed && !lost) {
      LockSupport.parkNanos(pause.toNanos());
      if (!closed) {
        renew();
      }
    }
  }

  private void renew() {
    long from = nanoTime.getAsLong();
    try {
      if (table.renew(token)) {
        heldUntil = from + table.duration().toNanos();
      } else {
        lost = true;
      }
    } catch (RuntimeException e) {
      LOG.warn("Relay {}: the lease was not renewed: {}", token.relay(), e.getMessage());
    }
  }

  /** Stops renewing. Does not give the lease up: that is for a process that ends in order. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(keeper);
    try {
      TimeUnit.MILLISECONDS.timedJoin(keeper, 5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

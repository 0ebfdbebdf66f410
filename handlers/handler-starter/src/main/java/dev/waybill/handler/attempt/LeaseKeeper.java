package dev.waybill.handler.attempt;

import dev.waybill.workqueue.Claim;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the lease of a call to the outside while it runs, so that nobody starts it a second time,
 * and interrupts it when it takes too long, so that it does not hold its key for ever. Thread-safe.
 */
public final class LeaseKeeper implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

  private final DeliveryQueue queue;
  private final Duration callTimeout;
  private final ScheduledExecutorService scheduler;

  public LeaseKeeper(DeliveryQueue queue, Duration callTimeout) {
    this.queue = queue;
    this.callTimeout = callTimeout;
    this.scheduler =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "waybill-" + queue.handler() + "-leases");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Makes the call on this thread, and then what stores its outcome. The lease is renewed until
   * both have returned, also when the call does not heed its interrupt: it would be made a second
   * time beside itself otherwise.
   *
   * @throws CallTimeoutException when the call was interrupted for taking too long
   */
  void during(Claim claim, Runnable call, Runnable conclusion) {
    Watch watch = new Watch(claim, Thread.currentThread());
    long third = queue.lease().toMillis() / 3;
    ScheduledFuture<?> beats =
        scheduler.scheduleWithFixedDelay(watch::beat, third, third, TimeUnit.MILLISECONDS);
    ScheduledFuture<?> end =
        scheduler.schedule(watch::interrupt, callTimeout.toMillis(), TimeUnit.MILLISECONDS);
    boolean called = false;
    try {
      call.run();
      called = true;
    } catch (RuntimeException e) {
      if (watch.isInterrupted()) {
        throw new CallTimeoutException(callTimeout, e);
      }
      throw e;
    } finally {
      end.cancel(false);
      watch.end();
      if (!called) {
        beats.cancel(false);
      }
    }
    try {
      conclusion.run();
    } finally {
      beats.cancel(false);
    }
  }

  @Override
  public void close() {
    scheduler.shutdownNow();
  }

  /** One call. */
  private final class Watch {

    private final Claim claim;
    private final Thread thread;
    private boolean ended;
    private boolean interrupted;

    private Watch(Claim claim, Thread thread) {
      this.claim = claim;
      this.thread = thread;
    }

    private void beat() {
      try {
        queue.renew(claim);
      } catch (RuntimeException e) {
        LOG.debug("the lease of {} was not renewed; it is tried again", claim.key(), e);
      }
    }

    private synchronized boolean isInterrupted() {
      return interrupted;
    }

    private synchronized void interrupt() {
      if (!ended) {
        interrupted = true;
        thread.interrupt();
      }
    }

    /** The interrupt was the call's; it must not hit what comes after it. */
    private synchronized void end() {
      ended = true;
      if (interrupted) {
        Thread.interrupted();
      }
    }
  }
}

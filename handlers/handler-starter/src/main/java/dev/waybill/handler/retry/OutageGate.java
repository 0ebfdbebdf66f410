package dev.waybill.handler.retry;

import dev.waybill.contract.message.OrderingKey;
import dev.waybill.workqueue.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Tells an outage of what a handler calls from a message that is bad. When messages of several keys
 * in a row find that the outside does not answer, the gate closes: nothing is taken up but a probe
 * now and then, and what fails uses no attempt. It opens when one succeeds. It also opens when it
 * was closed for too long; then everything fails by its schedule, until something succeeds. One for
 * each handler and instance. Thread-safe.
 */
public final class OutageGate {

  private static final int KEYS = 3;

  /** What failed rests for less than this, and is there to be tried again. */
  private static final Duration QUIET = Duration.ofSeconds(3);

  private final Duration limit;
  private final Backoff probes;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Set<OrderingKey> failing = new HashSet<>();
  private @Nullable Instant closedSince;
  private Instant nextProbe = Instant.MIN;
  private Instant lastFailed = Instant.MIN;
  private int probed;
  private boolean exhausted;

  /**
   * @param limit how long it stays closed at most
   * @param probes pauses between probes
   */
  public OutageGate(Duration limit, Backoff probes, InstantSource clock, RandomGenerator random) {
    this.limit = limit;
    this.probes = probes;
    this.clock = clock;
    this.random = random;
  }

  /**
   * A message of a key found that the outside does not answer.
   *
   * @return whether that is an outage, so that no attempt is used
   */
  public synchronized boolean failed(OrderingKey key) {
    expire();
    if (exhausted) {
      return false;
    }
    failing.add(key);
    lastFailed = clock.instant();
    if (closedSince == null && failing.size() >= KEYS) {
      closedSince = clock.instant();
      probed = 0;
      scheduleProbe();
    }
    return closedSince != null;
  }

  /**
   * A message failed for another reason. While the gate is open that says nothing of the outside;
   * while it is closed, it says that the outside answered.
   */
  public synchronized void failedOtherwise() {
    if (closedSince != null) {
      passed();
    }
  }

  /**
   * A probe found no message to try, and none is being tried. When that lasts, the messages are
   * gone, and nobody else would open the gate; just after a failure they only rest.
   */
  public synchronized void nothingToTry() {
    if (!clock.instant().isBefore(lastFailed.plus(QUIET))) {
      failedOtherwise();
    }
  }

  /** A message succeeded. */
  public synchronized void passed() {
    failing.clear();
    closedSince = null;
    exhausted = false;
  }

  /** Since when it is closed; null while it is open. */
  public synchronized @Nullable Instant closedSince() {
    expire();
    return closedSince;
  }

  public boolean isOpen() {
    return closedSince() == null;
  }

  /** Whether one message may be tried although the gate is closed; asking uses the probe up. */
  public synchronized boolean takeProbe() {
    if (closedSince == null || clock.instant().isBefore(nextProbe)) {
      return false;
    }
    scheduleProbe();
    return true;
  }

  private void scheduleProbe() {
    probed++;
    nextProbe = clock.instant().plus(probes.after(probed, random));
  }

  private void expire() {
    if (closedSince != null && !clock.instant().isBefore(closedSince.plus(limit))) {
      closedSince = null;
      failing.clear();
      exhausted = true;
    }
  }
}

package dev.waybill.relay.watch;

import dev.waybill.relay.status.RelayStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that the relay is not ready because a server does not answer, when that begins and then once
 * a minute. A relay with nothing to publish would notice nothing of it. Not thread-safe.
 */
public final class SilenceAlarm {

  private static final Logger LOG = LoggerFactory.getLogger(SilenceAlarm.class);
  private static final long REPEAT_NANOS = Duration.ofMinutes(1).toNanos();

  private final LongSupplier nanoTime;
  private Optional<String> last = Optional.empty();
  private long saidAt;

  public SilenceAlarm(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Takes a look.
   *
   * @param silent who does not answer
   * @param status what the relay itself says; when it is not ready, it says why
   * @return whether it was said now
   */
  public boolean take(Optional<String> silent, RelayStatus status) {
    Optional<String> now = status instanceof RelayStatus.NotReady ? Optional.empty() : silent;
    boolean due = !now.equals(last) || nanoTime.getAsLong() - saidAt >= REPEAT_NANOS;
    last = now;
    if (now.isEmpty() || !due) {
      return false;
    }
    LOG.warn("Relay not ready: {}. Waiting for it; see runbooks/relay-not-ready.md", now.get());
    saidAt = nanoTime.getAsLong();
    return true;
  }
}

package dev.waybill.handler.status;

import dev.waybill.contract.subscription.HandlerId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that a handler's surroundings do not do their part, at first and then once a minute,
 * whichever of its threads notice. Thread-safe.
 */
public final class OutageLog {

  private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);
  private static final Duration REPEAT = Duration.ofMinutes(1);

  private final HandlerId handler;
  private final InstantSource clock;
  private Instant quietUntil = Instant.MIN;

  public OutageLog(HandlerId handler, InstantSource clock) {
    this.handler = handler;
    this.clock = clock;
  }

  /**
   * Kafka or the database does not do its part; no attempt is counted.
   *
   * @param where what waits for it
   */
  public synchronized void tell(String where, String reason) {
    Instant now = clock.instant();
    if (!now.isBefore(quietUntil)) {
      quietUntil = now.plus(REPEAT);
      LOG.warn("Handler {} waits at {}, no attempt is counted: {}", handler, where, reason);
    }
  }

  /** The next outage is told of at once. */
  public synchronized void over() {
    quietUntil = Instant.MIN;
  }
}

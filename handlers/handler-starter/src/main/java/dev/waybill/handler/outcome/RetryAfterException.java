package dev.waybill.handler.outcome;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The message is to be tried again, so long after this failure: another answer to "when" than the
 * handler's retry policy has. It counts as an attempt; the last attempt is a dead letter all the
 * same.
 */
public final class RetryAfterException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Duration delay;

  /**
   * @param delay from 0, without jitter
   * @param message for people; it is stored, so it holds nothing of the payload and no secret
   */
  public RetryAfterException(Duration delay, String message, @Nullable Throwable cause) {
    super(message, cause);
    if (delay.isNegative()) {
      throw new IllegalArgumentException("a delay is not negative: " + delay);
    }
    this.delay = delay;
  }

  /** As {@link #RetryAfterException(Duration, String, Throwable)} without a cause. */
  public RetryAfterException(Duration delay, String message) {
    this(delay, message, null);
  }

  public Duration delay() {
    return delay;
  }
}

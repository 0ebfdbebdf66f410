package dev.waybill.handler.attempt;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** A call to the outside took longer than it may, and was interrupted. */
final class CallTimeoutException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The cause says that the outside did not answer, which counts as an outage's sign. */
  CallTimeoutException(Duration limit, RuntimeException thrown) {
    super(new TimeoutException("interrupted after " + limit));
    addSuppressed(thrown);
  }
}

package dev.waybill.activity.refused;

/** A request with the same key is being worked on; this one changed nothing. */
public final class RequestInProgressException extends RequestRefusedException {

  private static final long serialVersionUID = 1L;

  public RequestInProgressException(Throwable cause) {
    super(
        "A request with this Idempotency-Key is still being worked on.",
        "Send it again in a moment, with the same key, for its answer.");
    initCause(cause);
  }
}

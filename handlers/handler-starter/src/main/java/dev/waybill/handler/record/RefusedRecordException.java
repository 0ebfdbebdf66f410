package dev.waybill.handler.record;

/**
 * The record cannot be handled by this handler: misrouted, unreadable, or of a type it does not
 * know. The message holds names and places, nothing of the payload.
 */
public final class RefusedRecordException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  public RefusedRecordException(Refusal refusal, String message) {
    super(message);
    this.refusal = refusal;
  }

  RefusedRecordException(Refusal refusal, String message, Throwable cause) {
    super(message, cause);
    this.refusal = refusal;
  }

  /** The kind of it. */
  public Refusal refusal() {
    return refusal;
  }
}

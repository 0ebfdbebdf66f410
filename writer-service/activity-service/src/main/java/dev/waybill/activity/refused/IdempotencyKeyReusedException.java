package dev.waybill.activity.refused;

/** The request's key is that of another request, which was answered; this one changed nothing. */
public final class IdempotencyKeyReusedException extends RequestRefusedException {

  private static final long serialVersionUID = 1L;

  public IdempotencyKeyReusedException() {
    super(
        "This Idempotency-Key was sent before with another request: another operation, activity,"
            + " body or user.",
        "Use a new key for each new request, and the same key only to send the same request again.");
  }
}

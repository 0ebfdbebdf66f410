package dev.waybill.handler.outcome;

/**
 * The message is none of this handler's business: what the method wrote is rolled back, and the
 * delivery is recorded as ignored. A method that only has nothing to do returns instead.
 */
public final class IgnoreMessageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param reason for people; it is stored, so it holds nothing of the payload and no secret
   */
  public IgnoreMessageException(String reason) {
    super(reason);
  }
}

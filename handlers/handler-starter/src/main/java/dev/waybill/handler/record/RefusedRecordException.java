package dev.waybill.handler.record;

/**
 * The record cannot be handled by this handler: misrouted, unreadable, or of a type it does not
 * know. The message holds names and places, nothing of the payload.
 */
public final class RefusedRecordException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public RefusedRecordException(String message) {
    super(message);
  }

  RefusedRecordException(String message, Throwable cause) {
    super(message, cause);
  }
}

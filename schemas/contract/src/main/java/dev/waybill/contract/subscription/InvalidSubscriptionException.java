package dev.waybill.contract.subscription;

/** A subscription cannot be read; the message names the file, the line, the field, the remedy. */
public final class InvalidSubscriptionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  InvalidSubscriptionException(String message) {
    super(message);
  }

  InvalidSubscriptionException(String message, Throwable cause) {
    super(message, cause);
  }
}

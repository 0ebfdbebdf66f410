package dev.waybill.contract.wire;

/** The text is not an envelope; the message names the field. */
public final class InvalidEnvelopeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  InvalidEnvelopeException(String message) {
    super(message);
  }

  InvalidEnvelopeException(String message, Throwable cause) {
    super(message, cause);
  }
}

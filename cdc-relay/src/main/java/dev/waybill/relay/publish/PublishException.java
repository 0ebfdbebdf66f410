package dev.waybill.relay.publish;

/** Kafka refused, failed, or did not answer; what was in hand may or may not be committed. */
public final class PublishException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  PublishException(String message, Throwable cause) {
    super(message + ": " + describe(cause), cause);
  }

  private static String describe(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getClass().getSimpleName() + ": " + root.getMessage();
  }
}

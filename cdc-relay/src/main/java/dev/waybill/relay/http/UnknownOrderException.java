package dev.waybill.relay.http;

/** There is no order of the number. */
final class UnknownOrderException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnknownOrderException(long id) {
    super("There is no order " + id + ".");
  }
}

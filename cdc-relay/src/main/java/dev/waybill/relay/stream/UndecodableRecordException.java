package dev.waybill.relay.stream;

/** A record of the WAL cannot be read as what it should be. Trying again does not help. */
public final class UndecodableRecordException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UndecodableRecordException(String message, Throwable cause) {
    super(message + ": " + cause.getMessage(), cause);
  }
}

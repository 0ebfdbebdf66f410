package dev.waybill.relay.lease;

/** The lease is no longer ours, or can no longer be proved: nothing may be written under it. */
public final class LeaseLostException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LeaseLostException(String message) {
    super(message);
  }
}

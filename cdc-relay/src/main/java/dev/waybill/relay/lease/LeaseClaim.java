package dev.waybill.relay.lease;

/** The outcome of a claim. */
public sealed interface LeaseClaim {

  /** The lease is ours; the fencing value is higher than any before. */
  record Granted(FencingToken token) implements LeaseClaim {}

  /** Another process holds it. */
  record Refused(LeaseHolder holder) implements LeaseClaim {}
}

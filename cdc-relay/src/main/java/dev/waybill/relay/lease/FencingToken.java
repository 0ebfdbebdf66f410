package dev.waybill.relay.lease;

/**
 * Proof of a lease: every write names it, and a write under an older value changes nothing.
 *
 * @param owner unique to a process start
 * @param value grows with every claim that follows one under which publishing began
 */
public record FencingToken(String relay, String owner, long value) {}

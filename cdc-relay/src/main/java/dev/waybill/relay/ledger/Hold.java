package dev.waybill.relay.ledger;

/**
 * A key of one handler with an unfinished parked message, behind which later ones wait.
 *
 * @param key the ordering key, or the message id where the subscription has no order
 */
public record Hold(String handler, String key) {}

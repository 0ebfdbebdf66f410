package dev.waybill.handler.inbox;

import dev.waybill.contract.subscription.HandlerId;

/**
 * One handler's part of the inbox.
 *
 * @param ordered whether messages of one key are handled in their order
 * @param holds whether a dead letter keeps later messages of its key back
 */
public record Inbox(HandlerId handler, boolean ordered, boolean holds) {

  /** The states behind which a later delivery of the key waits, as SQL constants. */
  String unfinished() {
    return holds
        ? "'pending', 'waiting', 'processing', 'retry_scheduled', 'dead_letter'"
        : "'pending', 'waiting', 'processing', 'retry_scheduled'";
  }

  /**
   * True when an earlier delivery of the key is unfinished.
   *
   * @param key the SQL of the key
   * @param arrival the SQL of the arrival number
   */
  String behind(String key, String arrival) {
    return ordered
        ? """
          EXISTS (
                SELECT FROM inbox.delivery AS earlier
                WHERE earlier.handler = :handler AND earlier.ordering_key = %s
                  AND earlier.arrival < %s AND earlier.state IN (%s))"""
            .formatted(key, arrival, unfinished())
        : "false";
  }
}

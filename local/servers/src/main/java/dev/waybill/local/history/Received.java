package dev.waybill.local.history;

import java.util.UUID;

/**
 * One record of a topic.
 *
 * @param id the message's
 * @param flagged whether the record says that it did not come by the usual way, and so may be late
 */
public record Received(String topic, int partition, long offset, UUID id, boolean flagged) {
  /** A record that came by the usual way. */
  public Received(String topic, int partition, long offset, UUID id) {
    this(topic, partition, offset, id, false);
  }

  @Override
  public String toString() {
    return "%s at %s-%d@%d".formatted(id, topic, partition, offset);
  }
}

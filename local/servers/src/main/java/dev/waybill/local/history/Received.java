package dev.waybill.local.history;

import java.util.UUID;

/** One record of a topic, where {@code id} is the message's. */
public record Received(String topic, int partition, long offset, UUID id) {
  @Override
  public String toString() {
    return "%s at %s-%d@%d".formatted(id, topic, partition, offset);
  }
}

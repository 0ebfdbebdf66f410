package dev.waybill.handler.position;

import java.util.UUID;

/** Kafka's identity of a topic: another one when a topic was deleted and made again. */
public record TopicId(UUID value) {

  @Override
  public String toString() {
    return value.toString();
  }
}

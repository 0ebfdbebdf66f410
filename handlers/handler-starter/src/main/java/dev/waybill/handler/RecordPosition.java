package dev.waybill.handler;

/** Where a copy of a message is. */
public record RecordPosition(String topic, int partition, long offset) {

  /** As people and log searches write it: {@code waybill.timeline-0@17}. */
  @Override
  public String toString() {
    return topic + "-" + partition + "@" + offset;
  }
}

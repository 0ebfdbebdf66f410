package dev.waybill.handler.position;

/** One partition of a topic. */
public record Partition(String topic, int number) implements Comparable<Partition> {

  @Override
  public int compareTo(Partition other) {
    int topics = topic.compareTo(other.topic);
    return topics != 0 ? topics : Integer.compare(number, other.number);
  }

  @Override
  public String toString() {
    return topic + "-" + number;
  }
}

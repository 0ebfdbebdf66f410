package dev.waybill.lab.demo;

import java.util.List;

/** What must hold when the first changes have arrived. */
final class StoryChecks {
  private final List<String> topics;
  private final List<CommittedMessage> committed;
  private final List<Arrival> arrivals;

  StoryChecks(List<String> topics, List<CommittedMessage> committed, List<Arrival> arrivals) {
    this.topics = List.copyOf(topics);
    this.committed = List.copyOf(committed);
    this.arrivals = List.copyOf(arrivals);
  }

  List<Check> all() {
    return List.of(
        new Check(
            "each of %d messages once on each of %d topics"
                .formatted(committed.size(), topics.size()),
            eachOnce()),
        new Check("on every topic the visit was planned before it was completed", inOrder()),
        new Check("nothing that was not committed", nothingElse()));
  }

  private boolean eachOnce() {
    return committed.stream()
        .allMatch(
            message ->
                topics.stream().allMatch(topic -> arrivals(topic, message.id()).size() == 1));
  }

  private boolean inOrder() {
    String first = committed.get(0).id();
    String second = committed.get(1).id();
    return topics.stream().allMatch(topic -> precedes(topic, first, second));
  }

  private boolean precedes(String topic, String first, String second) {
    return arrivals(topic, first).stream()
        .allMatch(
            before ->
                arrivals(topic, second).stream()
                    .allMatch(
                        after ->
                            before.record().partition() == after.record().partition()
                                && before.record().offset() < after.record().offset()));
  }

  private boolean nothingElse() {
    List<String> ids = committed.stream().map(CommittedMessage::id).toList();
    return arrivals.stream().allMatch(arrival -> ids.contains(arrival.messageId()));
  }

  private List<Arrival> arrivals(String topic, String messageId) {
    return arrivals.stream()
        .filter(arrival -> arrival.record().topic().equals(topic))
        .filter(arrival -> arrival.messageId().equals(messageId))
        .toList();
  }
}

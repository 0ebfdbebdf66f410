package dev.waybill.handler.consume;

import dev.waybill.contract.wire.TopicNames;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whether the inbox remembers for longer than a record can come back: out of the topic, and then
 * out of its dead letters. A record that came back later would be handled a second time.
 *
 * @param retention of the inbox
 * @param keeps how long a topic may keep a record; empty when there is no such topic
 */
record Memory(Duration retention, Function<String, Optional<Duration>> keeps) {

  /** Why it does not suffice for a topic; empty when it does. */
  Optional<String> tooShortFor(String topic) {
    Duration needed = kept(topic).plus(kept(TopicNames.deadLetters(topic)));
    if (retention.compareTo(needed) > 0) {
      return Optional.empty();
    }
    boolean forever = needed.compareTo(TopicLookup.FOREVER) >= 0;
    return Optional.of(
        "a longer memory: topic "
            + topic
            + " and its dead letters keep a record for "
            + (forever ? "ever" : "up to " + needed.toHours() + " hours")
            + ", the inbox remembers "
            + retention.toHours()
            + " hours");
  }

  private Duration kept(String topic) {
    return keeps.apply(topic).orElse(Duration.ZERO);
  }
}

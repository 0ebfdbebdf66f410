package dev.waybill.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.local.topics.TopicRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoryChecksTest {
  private static final List<CommittedMessage> COMMITTED =
      List.of(
          new CommittedMessage("one", "activity.created", 1),
          new CommittedMessage("two", "activity.completed", 1));

  private final List<Arrival> arrivals = new ArrayList<>();

  @Test
  void holdWhenEachMessageCameOnceAndInOrder() {
    arrive("a", 0, 5, "one");
    arrive("b", 1, 9, "one");
    arrive("b", 1, 11, "two");
    arrive("a", 0, 7, "two");

    assertThat(held()).containsExactly(true, true, true);
  }

  @Test
  void failOnARepetition() {
    arrive("a", 0, 5, "one");
    arrive("a", 0, 6, "one");
    arrive("a", 0, 7, "two");
    arrive("b", 0, 5, "one");
    arrive("b", 0, 6, "two");

    assertThat(held()).containsExactly(false, true, true);
  }

  @Test
  void failOnTheWrongOrderAndOnTwoPartitions() {
    arrive("a", 0, 5, "two");
    arrive("a", 0, 6, "one");
    arrive("b", 0, 5, "one");
    arrive("b", 0, 6, "two");
    assertThat(held()).containsExactly(true, false, true);

    arrivals.clear();
    arrive("a", 0, 5, "one");
    arrive("a", 1, 6, "two");
    arrive("b", 0, 5, "one");
    arrive("b", 0, 6, "two");
    assertThat(held()).containsExactly(true, false, true);
  }

  @Test
  void failOnAStranger() {
    arrive("a", 0, 5, "one");
    arrive("a", 0, 6, "two");
    arrive("a", 0, 7, "three");
    arrive("b", 0, 5, "one");
    arrive("b", 0, 6, "two");

    assertThat(held()).containsExactly(true, true, false);
  }

  private List<Boolean> held() {
    return new StoryChecks(List.of("a", "b"), COMMITTED, arrivals)
        .all().stream().map(Check::held).toList();
  }

  private void arrive(String topic, int partition, long offset, String message) {
    TopicRecord record =
        new TopicRecord(topic, partition, offset, 0, message, List.of(), new byte[0]);
    arrivals.add(new Arrival(record, Instant.EPOCH));
  }
}

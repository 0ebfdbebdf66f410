package dev.waybill.handler.consume;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryTest {

  @Test
  void sufficesWhenItIsLongerThanTopicAndDeadLettersTogether() {
    assertThat(memory(30, 14, 15).tooShortFor("parcels")).isEmpty();
    assertThat(memory(30, 14, 16).tooShortFor("parcels"))
        .hasValueSatisfying(
            text -> assertThat(text).contains("parcels", "720 hours", "remembers 720 hours"));
  }

  @Test
  void neverSufficesForATopicThatRemovesNothing() {
    Memory memory = new Memory(Duration.ofDays(3650), topic -> Optional.of(TopicLookup.FOREVER));

    assertThat(memory.tooShortFor("parcels"))
        .hasValueSatisfying(text -> assertThat(text).contains("for ever"));
  }

  @Test
  void asksForNothingOfATopicThatIsNotThere() {
    assertThat(new Memory(Duration.ofDays(1), topic -> Optional.empty()).tooShortFor("parcels"))
        .isEmpty();
  }

  private static Memory memory(int retention, int topic, int deadLetters) {
    Map<String, Duration> keeps =
        Map.of("parcels", Duration.ofDays(topic), "parcels.dlt", Duration.ofDays(deadLetters));
    return new Memory(Duration.ofDays(retention), name -> Optional.ofNullable(keeps.get(name)));
  }
}

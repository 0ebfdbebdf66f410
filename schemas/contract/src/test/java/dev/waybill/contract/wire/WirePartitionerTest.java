package dev.waybill.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WirePartitionerTest {

  /** From Kafka's own test of murmur2 (UtilsTest), so that every keyed producer agrees with us. */
  private static final Map<String, Integer> KAFKA_HASHES =
      Map.of(
          "21", -973932308,
          "foobar", -790332482,
          "a-little-bit-long-string", -985981536,
          "a-little-bit-longer-string", -1486304829,
          "lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971,
          "abc", 479470107);

  @Test
  void choosesThePartitionThatKafkaWould() {
    KAFKA_HASHES.forEach(
        (key, hash) ->
            assertThat(WirePartitioner.partition(key, 12))
                .as(key)
                .isEqualTo((hash & 0x7fffffff) % 12));
  }

  @Test
  void staysInRange() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(WirePartitioner.partition("key-" + i, 7)).isBetween(0, 6);
    }
  }
}

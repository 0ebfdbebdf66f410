package dev.waybill.contract.wire;

import java.nio.charset.StandardCharsets;

/**
 * Chooses a partition as Kafka's own producers do for a keyed record (murmur2 of the key's bytes),
 * so that a producer in any language that keys by the same text lands on the same partition.
 *
 * @see <a href="https://kafka.apache.org/documentation/#producerconfigs_partitioner.class">Kafka's
 *     default partitioner</a>
 */
public final class WirePartitioner {

  private static final int SEED = 0x9747b28c;
  private static final int M = 0x5bd1e995;
  private static final int R = 24;

  private WirePartitioner() {}

  /** The partition, from 0 to {@code partitions - 1}, of a key. */
  public static int partition(String key, int partitions) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return (murmur2(bytes) & 0x7fffffff) % partitions;
  }

  private static int murmur2(byte[] data) {
    int length = data.length;
    int hash = SEED ^ length;
    int words = length / 4;
    for (int i = 0; i < words; i++) {
      hash = hash * M ^ mix(littleEndian(data, i * 4, 4));
    }
    int tail = words * 4;
    if (tail < length) {
      hash = (hash ^ littleEndian(data, tail, length - tail)) * M;
    }
    hash = (hash ^ (hash >>> 13)) * M;
    return hash ^ (hash >>> 15);
  }

  private static int mix(int word) {
    int mixed = word * M;
    mixed ^= mixed >>> R;
    return mixed * M;
  }

  private static int littleEndian(byte[] data, int offset, int count) {
    int word = 0;
    for (int i = count - 1; i >= 0; i--) {
      word = word << 8 | (data[offset + i] & 0xff);
    }
    return word;
  }
}

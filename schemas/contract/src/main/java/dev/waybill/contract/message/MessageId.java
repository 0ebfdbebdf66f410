package dev.waybill.contract.message;

import java.util.UUID;

/**
 * Identity of one message: the same in the outbox row, the record key, every retry and every
 * replay. Made once, as a UUIDv7 (RFC 9562), by the writer library.
 */
public record MessageId(UUID value) implements Comparable<MessageId> {

  /**
   * Reads the canonical text form.
   *
   * @throws IllegalArgumentException when {@code text} is not a UUID
   */
  public static MessageId of(String text) {
    return new MessageId(UUID.fromString(text));
  }

  @Override
  public int compareTo(MessageId other) {
    int high =
        Long.compareUnsigned(value.getMostSignificantBits(), other.value.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(
            value.getLeastSignificantBits(), other.value.getLeastSignificantBits());
  }

  @Override
  public String toString() {
    return value.toString();
  }
}

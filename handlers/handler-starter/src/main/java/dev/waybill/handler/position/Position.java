package dev.waybill.handler.position;

import org.jspecify.annotations.Nullable;

/**
 * The next record to read of a partition.
 *
 * @param offset of that record, 0 or more
 * @param leaderEpoch under which leader the record before it was written; null when unknown. Lets
 *     Kafka notice that the log was truncated and written again.
 */
public record Position(long offset, @Nullable Integer leaderEpoch) {

  /**
   * @throws IllegalArgumentException when the offset is below 0
   */
  public Position {
    if (offset < 0) {
      throw new IllegalArgumentException("offset is " + offset + ", below 0");
    }
  }

  /** A position without an epoch. */
  public static Position at(long offset) {
    return new Position(offset, null);
  }

  @Override
  public String toString() {
    return Long.toString(offset);
  }
}

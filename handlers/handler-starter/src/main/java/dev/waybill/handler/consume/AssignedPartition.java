package dev.waybill.handler.consume;

import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.inbox.ReadPartition;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A partition that this instance reads: undecided (paused until its beginning is known), reading,
 * or failing (paused until it is tried again). Used on the consuming thread only.
 */
final class AssignedPartition {

  private final Partition partition;
  private @Nullable ReadPartition read;
  private boolean truncated;
  private @Nullable Instant due;
  private @Nullable Instant since;
  private int pauses;
  private int attempts;
  private long failingOffset = -1;
  private boolean begun;
  private int careful;

  AssignedPartition(Partition partition) {
    this.partition = partition;
  }

  /** Whether the next record may have ended the process of who read before. */
  boolean isCareful() {
    return careful > 0;
  }

  /** One of the first records was taken. */
  void tookOne() {
    careful--;
  }

  Partition partition() {
    return partition;
  }

  TopicPartition kafka() {
    return new TopicPartition(partition.topic(), partition.number());
  }

  /** How it is read; null while undecided. */
  @Nullable ReadPartition read() {
    return read;
  }

  /** How it is read. */
  ReadPartition requireRead() {
    if (read == null) {
      throw new IllegalStateException(partition + " is not read before its beginning is decided");
    }
    return read;
  }

  boolean isTruncated() {
    return truncated;
  }

  /** Whether the last thing that happened was a failure. */
  boolean isFailing() {
    return since != null;
  }

  /** When the trouble began. */
  Instant since() {
    return since == null ? Instant.MAX : since;
  }

  /** Failed attempts at the record at hand; outages are not counted. */
  int attempts() {
    return attempts;
  }

  /** How many pauses there were in a row, this one included. */
  int nextPause() {
    return ++pauses;
  }

  boolean isDue(Instant now) {
    return due != null && !now.isBefore(due);
  }

  /**
   * Where it is read is known.
   *
   * @param first so many records are run one by one; only the first decision counts, since after it
   *     this process was not ended by what it read
   */
  void decided(ReadPartition beginning, int first) {
    careful = begun ? careful : first;
    begun = true;
    read = beginning;
    truncated = false;
    recovered();
  }

  /** The beginning must be decided anew, as soon as possible. */
  void undecided(Instant now, boolean logTruncated) {
    read = null;
    truncated |= logTruncated;
    due = now;
  }

  void advanced(Position next) {
    read = requireRead().at(next);
    recovered();
  }

  void failedAt(long offset, Failure failure, Instant now) {
    if (offset != failingOffset) {
      attempts = 0;
    }
    failingOffset = offset;
    attempts += failure.infrastructure() ? 0 : 1;
    since = since == null ? now : since;
  }

  void undecidable(Instant now) {
    since = since == null ? now : since;
  }

  void pauseFor(Duration pause, Instant now) {
    due = now.plus(pause);
  }

  /** Whether it is paused until it is tried again or decided anew. */
  boolean isPaused() {
    return due != null || read == null;
  }

  /** Tried again: the next failure pauses longer. */
  void resumed() {
    due = null;
  }

  private void recovered() {
    due = null;
    since = null;
    pauses = 0;
    attempts = 0;
    failingOffset = -1;
  }
}

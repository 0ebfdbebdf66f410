package dev.waybill.handler.status;

import dev.waybill.handler.batch.Failure;
import java.time.Instant;

/** How one partition does that this instance reads. */
public sealed interface PartitionStatus {

  /** Whether records are being handled, or would be if there were any. */
  boolean healthy();

  /** For people; holds nothing of a payload. */
  String describe();

  /** Handled up to this offset. */
  record Reading(long nextOffset) implements PartitionStatus {

    @Override
    public boolean healthy() {
      return true;
    }

    @Override
    public String describe() {
      return "reading on at " + nextOffset;
    }
  }

  /**
   * Stopped at a record, which is tried again.
   *
   * @param attempt failed attempts so far, outages not counted
   */
  record Failing(long offset, int attempt, Failure failure, Instant since)
      implements PartitionStatus {

    @Override
    public boolean healthy() {
      return false;
    }

    @Override
    public String describe() {
      return "paused at %d since %s, %d failed attempts: %s"
          .formatted(offset, since, attempt, failure.reason());
    }
  }

  /** Where to begin is not known yet. */
  record Undecided(String reason, Instant since) implements PartitionStatus {

    @Override
    public boolean healthy() {
      return false;
    }

    @Override
    public String describe() {
      return "paused since " + since + ", its position is not known: " + reason;
    }
  }
}

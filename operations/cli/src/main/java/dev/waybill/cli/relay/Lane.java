package dev.waybill.cli.relay;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A handler that waits alone: its topic takes no records, or batches left it out.
 *
 * @param blockedSince null when its topic takes records
 * @param reason why it takes none
 * @param batchesBehind batches that left it out and are not made good
 */
record Lane(
    String handler, @Nullable Instant blockedSince, @Nullable String reason, long batchesBehind) {

  boolean blocked() {
    return blockedSince != null;
  }
}

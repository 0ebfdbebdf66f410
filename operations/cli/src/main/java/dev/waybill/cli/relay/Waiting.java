package dev.waybill.cli.relay;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Rows of {@code outbox.message} that no batch covers, among the newest.
 *
 * @param more whether there are older rows that were not looked at
 * @param oldest when the oldest of them was staged; null when there is none
 */
record Waiting(long rows, boolean more, @Nullable Instant oldest) {

  String describe() {
    if (more && rows == 0) {
      return "no row that no batch covers among the newest; older ones were not looked at";
    }
    String count = (more ? "at least " : "") + rows + " rows that no batch covers";
    return oldest == null ? count : count + ", the oldest staged at " + oldest;
  }
}

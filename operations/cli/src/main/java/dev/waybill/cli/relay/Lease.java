package dev.waybill.cli.relay;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code outbox.relay_lease}.
 *
 * @param holds whether it has not expired, by the database's clock
 * @param startedAt since when its owner publishes; null while it does not
 */
record Lease(
    @Nullable String owner,
    boolean holds,
    Instant expiresAt,
    long fencingValue,
    @Nullable Instant startedAt) {

  boolean held() {
    return owner != null && holds;
  }

  boolean publishes() {
    return held() && startedAt != null;
  }
}

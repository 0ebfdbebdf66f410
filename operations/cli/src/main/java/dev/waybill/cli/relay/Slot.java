package dev.waybill.cli.relay;

import org.jspecify.annotations.Nullable;

/**
 * A row of {@code pg_replication_slots}.
 *
 * @param retained bytes of WAL that it keeps; null when the server keeps none for it
 */
record Slot(
    String name,
    boolean active,
    @Nullable String walStatus,
    @Nullable String invalidationReason,
    @Nullable Long retained) {

  /** Whether the server gave it up; it never comes back. */
  boolean lost() {
    return "lost".equals(walStatus) || invalidationReason != null;
  }

  String describe() {
    if (lost()) {
      return "lost: wal_status " + walStatus + ", invalidation_reason " + invalidationReason;
    }
    return (active ? "active" : "there, nobody streams from it") + ", wal_status " + walStatus;
  }
}

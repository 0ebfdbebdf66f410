package dev.waybill.relay.health;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a relay stands, by its tables, so that every process of it says the same.
 *
 * @param lease who streams, if anybody does
 * @param processes those that live or did within a day, the one that was seen last first
 * @param slot null before the first start, and when it is lost
 * @param handlers those whose lane waits or is made good
 * @param parked messages that are parked
 * @param lastDrainAt when nothing was left to dispatch, null before the first time
 */
public record Overview(
    @Nullable Lease lease,
    List<ProcessLook> processes,
    @Nullable Slot slot,
    List<LaneState> handlers,
    List<ParkedGroup> parked,
    @Nullable Instant lastDrainAt) {

  /** Who holds the lease, and how long. */
  public record Lease(String owner, Instant expiresAt) {}

  /** A process, how it was, and when it last said so. */
  public record ProcessLook(String process, String status, Instant beatenAt) {}

  /** The slot and how much WAL the server keeps for it. */
  public record Slot(String name, boolean active, String walStatus, @Nullable Long retainedBytes) {}

  /** A handler that waits. */
  public record LaneState(String handler, boolean behind, @Nullable String reason) {}

  /** Parked messages of one handler, state and cause. */
  public record ParkedGroup(String handler, String state, String cause, long messages) {}
}

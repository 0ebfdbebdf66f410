package dev.waybill.handler.lookup;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.RecordPosition;
import dev.waybill.handler.state.DeliveryState;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One message for one handler, as it stood at one moment. No payload.
 *
 * @param copy where the copy was that was taken in first
 * @param attempts how often its handler was begun since it was last taken up
 * @param failed how it failed, if it ever did
 * @param deaths how often it became a dead letter
 * @param kept whether its bytes are in the inbox
 * @param deadLetter its last death
 * @param replay what became of the last replay
 */
public record Standing(
    HandlerId handler,
    UUID messageId,
    Subject subject,
    RecordPosition copy,
    DeliveryState state,
    int attempts,
    @Nullable Failed failed,
    int deaths,
    boolean kept,
    @Nullable LastDeath deadLetter,
    @Nullable LastReplay replay) {

  /** What the message is. */
  public record Subject(String type, int schemaVersion, String tenant, String orderingKey) {}

  /**
   * How it failed.
   *
   * @param error the last time
   */
  public record Failed(DeliveryState.Cause error, @Nullable Instant first, @Nullable Instant last) {

    @Override
    public String toString() {
      return error.message().startsWith(error.code())
          ? error.message()
          : error.code() + ": " + error.message();
    }
  }

  /**
   * A death.
   *
   * @param number from 1
   * @param resolution open, replayed or resolved
   * @param resolved by whom and why; null while it is open
   * @param sent where its topic has it; null until it has
   */
  public record LastDeath(
      int number, String resolution, @Nullable Resolved resolved, @Nullable Sent sent) {}

  /** What an operator, or a replay, made of a dead letter. */
  public record Resolved(Instant at, String by, String reason) {}

  /** Where the dead-letter topic has it. */
  public record Sent(int partition, long offset, Instant at) {}

  /** A replay, and what became of it: accepted, already-done, in-progress or refused. */
  public record LastReplay(String id, String outcome, Instant at) {}
}

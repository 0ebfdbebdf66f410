package dev.waybill.handler.lookup;

import dev.waybill.handler.state.DeliveryState;
import dev.waybill.handler.state.DeliveryState.Cause;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The columns of {@code inbox.delivery} that say what has become of it.
 *
 * @param state the wire name
 * @param attempt how often its handler was begun since it was last taken up
 * @param endedAt when it was skipped, ignored or became a dead letter
 */
record StateRow(
    String state,
    int attempt,
    Instant nextAttemptAt,
    @Nullable String errorCode,
    @Nullable String lastError,
    @Nullable Instant completedAt,
    @Nullable Instant endedAt,
    DeliveryState.@Nullable Lease lease) {

  /**
   * The state, with what belongs to it.
   *
   * @throws IllegalStateException when the row does not have what its state needs
   */
  DeliveryState read() {
    return switch (state) {
      case "pending" -> new DeliveryState.Pending(nextAttemptAt);
      case "waiting" -> new DeliveryState.Waiting();
      case "processing" -> new DeliveryState.Processing(needed(lease, "lease"), attempt);
      case "retry_scheduled" -> new DeliveryState.RetryScheduled(nextAttemptAt, attempt, cause());
      case "completed" -> new DeliveryState.Completed(needed(completedAt, "completed_at"));
      case "skipped_unsupported_version" ->
          new DeliveryState.SkippedUnsupportedVersion(needed(endedAt, "ended_at"));
      case "ignored" -> new DeliveryState.Ignored(needed(endedAt, "ended_at"), cause());
      case "dead_letter" ->
          new DeliveryState.DeadLetter(needed(endedAt, "ended_at"), attempt, cause());
      default ->
          throw new IllegalStateException("a delivery is '" + state + "', which is no state");
    };
  }

  /** Of a claim that was lost before it could fail there is none. */
  private Cause cause() {
    return new Cause(
        Objects.requireNonNullElse(errorCode, "none"),
        Objects.requireNonNullElse(lastError, "nothing was recorded"));
  }

  private <T> T needed(@Nullable T value, String column) {
    if (value == null) {
      throw new IllegalStateException("a delivery is " + state + " and has no " + column);
    }
    return value;
  }
}

package dev.waybill.handler.lookup;

import dev.waybill.contract.subscription.HandlerId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where one handler stands, over all its instances.
 *
 * @param counts of deliveries that are not completed, skipped or ignored, by state; every such
 *     state is there
 * @param oldestDueAt since when the longest due delivery is due; null when none is
 * @param heldKeys ordering keys of which a dead letter keeps later messages back
 * @param deadLetters those that nobody replayed or resolved
 * @param instances what each instance last wrote of itself
 */
public record HandlerStanding(
    HandlerId handler,
    @Nullable Instant pausedAt,
    @Nullable String pausedBy,
    @Nullable String pauseReason,
    Map<String, Long> counts,
    @Nullable Instant oldestDueAt,
    long heldKeys,
    DeadLetters deadLetters,
    List<Instance> instances) {

  public HandlerStanding {
    counts = Map.copyOf(counts);
    instances = List.copyOf(instances);
  }

  /**
   * Its dead letters.
   *
   * @param open that nobody replayed or resolved
   * @param unsent that the dead-letter topic does not have yet
   */
  public record DeadLetters(long open, long unsent) {}

  /** The health row of an instance. */
  public record Instance(
      String name,
      Instant heartbeatAt,
      @Nullable Instant lastEventAt,
      @Nullable Instant lastSuccessAt,
      @Nullable Instant lastFailureAt,
      long processingLagMillis) {}
}

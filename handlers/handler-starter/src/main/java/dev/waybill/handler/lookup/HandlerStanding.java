package dev.waybill.handler.lookup;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.inbox.InboxLook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one handler stands, over all its instances.
 *
 * @param tenant whose deliveries are counted; null for everybody's
 * @param paused by whom it is held; null when by nobody
 * @param look what its inbox holds
 * @param oldestDueAt since when the longest due delivery is due; null when none is
 * @param memory how long the inbox knows a message after its end
 * @param instances what each instance last wrote of itself
 */
public record HandlerStanding(
    HandlerId handler,
    @Nullable String tenant,
    @Nullable Paused paused,
    InboxLook look,
    @Nullable Instant oldestDueAt,
    Duration memory,
    List<Instance> instances) {

  public HandlerStanding {
    instances = List.copyOf(instances);
  }

  /** Who holds it, and why. */
  public record Paused(Instant at, String by, String reason) {}

  /**
   * The health row of an instance.
   *
   * @param live whether its last heartbeat is younger than three minutes, six of them
   * @param reads each type and version that its code reads; null when it does not say
   */
  public record Instance(
      String name,
      Instant heartbeatAt,
      boolean live,
      @Nullable Instant lastEventAt,
      @Nullable Instant lastSuccessAt,
      @Nullable Instant lastFailureAt,
      long processingLagMillis,
      @Nullable List<String> reads) {}
}

package dev.waybill.relay.order;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One order, as its row says.
 *
 * @param handler for whom, in a backfill
 * @param sinceBatch the relay's last batch when it was ordered
 */
public record RelayOrder(
    long id,
    OrderKind kind,
    @Nullable String handler,
    OrderState state,
    Given given,
    long sinceBatch,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable String outcome) {

  /** Who gave it, when, and why. */
  public record Given(Instant at, String by, String reason) {}
}

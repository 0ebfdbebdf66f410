package dev.waybill.cli.relay;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code outbox.relay_order} that has not ended.
 *
 * @param handler for whom, in a backfill
 * @param outcome how far it has come, where that is told
 */
record OpenOrder(
    long id,
    String kind,
    @Nullable String handler,
    String state,
    Instant orderedAt,
    String orderedBy,
    String reason,
    @Nullable String outcome) {}

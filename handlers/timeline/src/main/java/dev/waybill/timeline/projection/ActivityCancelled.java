package dev.waybill.timeline.projection;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code activity.cancelled} version 1, as far as the timeline reads it. */
record ActivityCancelled(
    UUID activityId,
    long version,
    String type,
    String title,
    @Nullable String assignee,
    @Nullable String reason,
    Instant cancelledAt,
    String cancelledBy) {}

package dev.waybill.timeline.projection;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code activity.completed} version 1, as far as the timeline reads it. */
record ActivityCompleted(
    UUID activityId,
    long version,
    String type,
    String title,
    @Nullable String assignee,
    @Nullable String outcome,
    Instant completedAt,
    String completedBy) {}

package dev.waybill.timeline.projection;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code activity.updated} version 1, as far as the timeline reads it. */
record ActivityUpdated(
    UUID activityId,
    long version,
    String type,
    String title,
    @Nullable String assignee,
    @Nullable Instant dueAt,
    Instant updatedAt,
    String updatedBy) {}

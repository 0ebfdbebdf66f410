package dev.waybill.timeline.projection;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code activity.assigned} version 1, as far as the timeline reads it. */
record ActivityAssigned(
    UUID activityId,
    long version,
    String type,
    String title,
    String assignee,
    @Nullable Instant dueAt,
    Instant assignedAt,
    String assignedBy) {}

package dev.waybill.timeline.projection;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code activity.reassigned} version 1, as far as the timeline reads it. */
record ActivityReassigned(
    UUID activityId,
    long version,
    String type,
    String title,
    String assignee,
    @Nullable Instant dueAt,
    Instant reassignedAt,
    String reassignedBy) {}

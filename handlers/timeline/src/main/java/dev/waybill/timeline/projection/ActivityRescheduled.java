package dev.waybill.timeline.projection;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code activity.rescheduled} version 1, as far as the timeline reads it. */
record ActivityRescheduled(
    UUID activityId,
    long version,
    String type,
    String title,
    @Nullable String assignee,
    Instant dueAt,
    Instant rescheduledAt,
    String rescheduledBy) {}

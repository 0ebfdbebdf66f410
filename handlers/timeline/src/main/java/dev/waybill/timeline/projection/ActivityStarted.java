package dev.waybill.timeline.projection;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code activity.started} version 1, as far as the timeline reads it. */
record ActivityStarted(
    UUID activityId,
    long version,
    String type,
    String title,
    @Nullable String assignee,
    Instant startedAt,
    String startedBy) {}

package dev.waybill.notification.announce;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code activity.completed} version 1, as far as a mail tells it. */
record ActivityCompleted(
    String type,
    String title,
    @Nullable String assignee,
    @Nullable String outcome,
    Instant completedAt,
    String completedBy) {}

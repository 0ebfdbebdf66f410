package dev.waybill.notification.announce;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code activity.created} version 1, as far as a mail tells it. */
record ActivityCreated(
    String type,
    String title,
    @Nullable String assignee,
    @Nullable Instant dueAt,
    Instant createdAt,
    String createdBy) {}

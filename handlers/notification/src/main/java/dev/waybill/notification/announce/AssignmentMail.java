package dev.waybill.notification.announce;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code notification.assignment-mail} version 1, as far as a mail tells it. */
record AssignmentMail(
    String type,
    String title,
    String assignee,
    @Nullable Instant dueAt,
    Instant assignedAt,
    String assignedBy) {}

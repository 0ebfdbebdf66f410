package dev.waybill.activity.domain;

import dev.waybill.access.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is planned.
 *
 * @param assignee who is to do it; absent: nobody yet
 * @param dueAt when it is due; absent: no date was agreed
 */
public record Details(
    ActivityType type, String title, @Nullable UserId assignee, @Nullable Instant dueAt) {}

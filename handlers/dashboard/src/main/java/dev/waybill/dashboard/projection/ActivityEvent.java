package dev.waybill.dashboard.projection;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * {@code activity.created} and {@code activity.completed}, version 1, as far as the dashboard reads
 * them: no title and no outcome.
 */
record ActivityEvent(UUID activityId, long version, @Nullable String assignee) {}

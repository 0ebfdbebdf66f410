package dev.waybill.dashboard.projection;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Any event of an activity that is there, version 1, as far as the dashboard reads it: no title, no
 * outcome and no reason.
 */
record ActivityEvent(UUID activityId, long version, @Nullable String assignee) {}

package dev.waybill.handler.guide;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

// guide: event
/** {@code activity.completed} version 1, as far as the counts read it. */
record ActivityCompleted(UUID activityId, @Nullable String assignee) {}
// guide: end

package dev.waybill.timeline.projection;

import java.time.Instant;
import java.util.UUID;

/** {@code activity.deleted} version 1, as far as the timeline reads it: not by whom. */
record ActivityDeleted(UUID activityId, long version, Instant deletedAt) {}

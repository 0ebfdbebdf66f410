package dev.waybill.dashboard.projection;

import java.util.UUID;

/** {@code activity.deleted} version 1, as far as the dashboard reads it. */
record ActivityDeleted(UUID activityId, long version) {}

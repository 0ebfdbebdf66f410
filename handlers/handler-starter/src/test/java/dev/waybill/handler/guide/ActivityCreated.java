package dev.waybill.handler.guide;

import java.util.UUID;

/** {@code activity.created} version 1, as far as the partner is told. */
record ActivityCreated(UUID activityId, String title) {}

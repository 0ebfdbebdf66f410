package dev.waybill.handler.guide;

import java.util.UUID;

// guide: newest version
/** {@code activity.created} version 2, which calls the title a subject. */
record ActivityCreated(UUID activityId, String subject) {}
// guide: end

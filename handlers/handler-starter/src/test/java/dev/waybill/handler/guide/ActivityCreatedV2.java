package dev.waybill.handler.guide;

import java.util.UUID;

// guide: newer version
/** Version 2, which calls the title a subject. */
record ActivityCreatedV2(UUID activityId, String subject) {

  ActivityCreated asV1() {
    return new ActivityCreated(activityId, subject);
  }
}
// guide: end

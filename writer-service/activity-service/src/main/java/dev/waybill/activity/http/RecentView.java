package dev.waybill.activity.http;

import dev.waybill.activity.domain.Activity;
import java.util.List;

/** Answer to {@code GET /activities/recent}, newest change first. */
record RecentView(List<ActivityView> activities) {

  static RecentView of(List<Activity> activities) {
    return new RecentView(activities.stream().map(ActivityView::of).toList());
  }
}

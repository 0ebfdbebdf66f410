package dev.waybill.timeline.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened to an activity.
 *
 * @param version the activity's version after it
 * @param kind what happened, as the event's name says it: {@code created}, {@code completed}
 * @param note what was noted with it
 */
public record Change(
    ActivityRef activity,
    long version,
    String kind,
    Instant at,
    String by,
    Summary summary,
    @Nullable String note) {

  /** What the activity was about then. */
  public record Summary(
      String type, String title, @Nullable String assignee, @Nullable Instant dueAt) {}
}

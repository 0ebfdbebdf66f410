package dev.waybill.activity.domain;

import dev.waybill.access.UserId;
import dev.waybill.contract.message.Visibility;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is planned.
 *
 * @param title one line for people; empty once the activity is deleted
 * @param assignee who is to do it; absent: nobody yet
 * @param dueAt when it is due; absent: no date was agreed
 * @param visibility which clearance a handler needs to learn of it; never changes
 */
public record Details(
    ActivityType type,
    String title,
    @Nullable UserId assignee,
    @Nullable Instant dueAt,
    Visibility visibility) {

  Details as(ActivityType newType, String newTitle) {
    return new Details(newType, newTitle, assignee, dueAt, visibility);
  }

  Details assignedTo(UserId user) {
    return new Details(type, title, user, dueAt, visibility);
  }

  Details dueAt(Instant time) {
    return new Details(type, title, assignee, time, visibility);
  }

  /** Without everything that people wrote or that names a person. */
  Details erased() {
    return new Details(type, "", null, null, visibility);
  }
}

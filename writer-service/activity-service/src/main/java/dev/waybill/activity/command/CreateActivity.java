package dev.waybill.activity.command;

import dev.waybill.access.Role;
import dev.waybill.access.UserId;
import dev.waybill.activity.domain.ActivityType;
import dev.waybill.activity.domain.Details;
import dev.waybill.activity.refused.FieldError;
import dev.waybill.activity.security.ActivityRoles;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plan an activity.
 *
 * @param type wire name of an {@link ActivityType}
 * @param title 1 to 200 characters
 * @param assignee absent, or 1 to 200 characters
 * @param dueAt absent, or an RFC 3339 time
 */
public record CreateActivity(
    @Nullable String type,
    @Nullable String title,
    @Nullable String assignee,
    @Nullable String dueAt)
    implements Command {

  private static final int LONGEST_TITLE = 200;
  private static final int LONGEST_USER = 200;

  @Override
  public String name() {
    return "activity.create";
  }

  @Override
  public Role role() {
    return ActivityRoles.WRITER;
  }

  @Override
  public List<FieldError> errors() {
    Fields fields = new Fields();
    fields.require(
        "type", type, ActivityType::ofWireName, "must be one of " + ActivityType.names());
    fields.text("title", title, LONGEST_TITLE);
    if (assignee != null) {
      fields.text("assignee", assignee, LONGEST_USER);
    }
    if (dueAt != null) {
      fields.require("dueAt", dueAt, Fields::time, Fields.TIME_RULE);
    }
    return fields.errors();
  }

  /** What is planned; only for a command without errors. */
  Details details() {
    Instant due = dueAt == null ? null : Fields.time(dueAt).orElseThrow();
    return new Details(
        ActivityType.ofWireName(String.valueOf(type)).orElseThrow(),
        String.valueOf(title),
        assignee == null ? null : new UserId(assignee),
        due);
  }
}

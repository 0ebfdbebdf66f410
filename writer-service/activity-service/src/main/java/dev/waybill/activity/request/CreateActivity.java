package dev.waybill.activity.request;

import dev.waybill.access.UserId;
import dev.waybill.activity.domain.ActivityType;
import dev.waybill.activity.domain.Details;
import dev.waybill.activity.refused.FieldError;
import dev.waybill.contract.message.Visibility;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plan an activity.
 *
 * @param type wire name of an {@link ActivityType}
 * @param title 1 to 200 characters
 * @param assignee absent, or 1 to 200 characters
 * @param dueAt absent, or an RFC 3339 time
 * @param visibility absent, which is {@code public}, or {@code internal}: then only handlers with
 *     that clearance ever learn of it
 */
public record CreateActivity(
    @Nullable String type,
    @Nullable String title,
    @Nullable String assignee,
    @Nullable String dueAt,
    @Nullable String visibility)
    implements Command {

  @Override
  public String name() {
    return "activity.create";
  }

  @Override
  public List<FieldError> errors() {
    Fields fields = new Fields();
    fields.require("type", type, ActivityType::ofWireName, Fields.TYPE_RULE);
    fields.text("title", title, Limits.TITLE);
    if (assignee != null) {
      fields.text("assignee", assignee, Limits.USER);
    }
    if (dueAt != null) {
      fields.require("dueAt", dueAt, Fields::time, Fields.TIME_RULE);
    }
    if (visibility != null) {
      fields.require(
          "visibility", visibility, CreateActivity::visible, "must be one of public, internal");
    }
    return fields.errors();
  }

  /** What is planned; only for a command without errors. */
  public Details details() {
    Instant due = dueAt == null ? null : Fields.time(dueAt).orElseThrow();
    return new Details(
        ActivityType.ofWireName(String.valueOf(type)).orElseThrow(),
        String.valueOf(title),
        assignee == null ? null : new UserId(assignee),
        due,
        visibility == null ? Visibility.PUBLIC : visible(visibility).orElseThrow());
  }

  private static Optional<Visibility> visible(String name) {
    return Stream.of(Visibility.PUBLIC, Visibility.INTERNAL)
        .filter(visibility -> visibility.wireName().equals(name))
        .findFirst();
  }
}

package dev.waybill.activity.request;

import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityType;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.domain.Operation;
import dev.waybill.activity.domain.Stamp;
import org.jspecify.annotations.Nullable;

/**
 * Describe in another way what is to be done; at least one of the two.
 *
 * @param type absent, or the wire name of an {@link ActivityType}
 * @param title absent, or 1 to 200 characters
 */
public record UpdateActivity(
    String id, @Nullable Long version, @Nullable String type, @Nullable String title)
    implements ChangeCommand {

  @Override
  public Operation operation() {
    return Operation.UPDATE;
  }

  @Override
  public void check(Fields fields) {
    if (type != null) {
      fields.require("type", type, ActivityType::ofWireName, Fields.TYPE_RULE);
    }
    if (title != null) {
      fields.text("title", title, Limits.TITLE);
    }
    fields.check("title", type != null || title != null, "must be given, or type, or both");
  }

  @Override
  public Change applyTo(Activity activity, Stamp stamp) {
    ActivityType newType = type == null ? null : ActivityType.ofWireName(type).orElseThrow();
    return activity.update(expectedVersion(), newType, title, stamp);
  }
}

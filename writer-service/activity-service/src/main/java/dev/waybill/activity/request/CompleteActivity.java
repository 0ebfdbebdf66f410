package dev.waybill.activity.request;

import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.domain.Operation;
import dev.waybill.activity.domain.Stamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Note that an activity was done.
 *
 * @param outcome absent, or 1 to 2000 characters
 * @param followUpAt absent, or an RFC 3339 time: when another is due that is to follow
 */
public record CompleteActivity(
    String id, @Nullable Long version, @Nullable String outcome, @Nullable String followUpAt)
    implements ChangeCommand {

  @Override
  public Operation operation() {
    return Operation.COMPLETE;
  }

  @Override
  public void check(Fields fields) {
    if (outcome != null) {
      fields.text("outcome", outcome, Limits.NOTE);
    }
    if (followUpAt != null) {
      fields.require("followUpAt", followUpAt, Fields::time, Fields.TIME_RULE);
    }
  }

  @Override
  public Change applyTo(Activity activity, Stamp stamp) {
    Instant next = followUpAt == null ? null : Fields.time(followUpAt).orElseThrow();
    return activity.complete(expectedVersion(), outcome, next, stamp);
  }
}

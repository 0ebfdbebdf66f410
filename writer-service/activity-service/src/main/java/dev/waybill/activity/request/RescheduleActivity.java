package dev.waybill.activity.request;

import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.domain.Operation;
import dev.waybill.activity.domain.Stamp;
import org.jspecify.annotations.Nullable;

/**
 * Make an activity due at another time.
 *
 * @param dueAt an RFC 3339 time
 */
public record RescheduleActivity(String id, @Nullable Long version, @Nullable String dueAt)
    implements ChangeCommand {

  @Override
  public Operation operation() {
    return Operation.RESCHEDULE;
  }

  @Override
  public void check(Fields fields) {
    fields.require("dueAt", dueAt, Fields::time, Fields.TIME_RULE);
  }

  @Override
  public Change applyTo(Activity activity, Stamp stamp) {
    return activity.reschedule(
        expectedVersion(), Fields.time(String.valueOf(dueAt)).orElseThrow(), stamp);
  }
}

package dev.waybill.activity.request;

import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.domain.Operation;
import dev.waybill.activity.domain.Stamp;
import org.jspecify.annotations.Nullable;

/**
 * Note that an activity was done.
 *
 * @param outcome absent, or 1 to 2000 characters
 */
public record CompleteActivity(String id, @Nullable Long version, @Nullable String outcome)
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
  }

  @Override
  public Change applyTo(Activity activity, Stamp stamp) {
    return activity.complete(expectedVersion(), outcome, stamp);
  }
}

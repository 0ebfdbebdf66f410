package dev.waybill.activity.request;

import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.domain.Operation;
import dev.waybill.activity.domain.Stamp;
import org.jspecify.annotations.Nullable;

/**
 * Note that an activity is not to be done any more.
 *
 * @param reason absent, or 1 to 2000 characters
 */
public record CancelActivity(String id, @Nullable Long version, @Nullable String reason)
    implements ChangeCommand {

  @Override
  public Operation operation() {
    return Operation.CANCEL;
  }

  @Override
  public void check(Fields fields) {
    if (reason != null) {
      fields.text("reason", reason, Limits.NOTE);
    }
  }

  @Override
  public Change applyTo(Activity activity, Stamp stamp) {
    return activity.cancel(expectedVersion(), reason, stamp);
  }
}

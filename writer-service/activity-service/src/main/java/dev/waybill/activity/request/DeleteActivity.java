package dev.waybill.activity.request;

import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.domain.Operation;
import dev.waybill.activity.domain.Stamp;
import org.jspecify.annotations.Nullable;

/** Take an activity away for good. */
public record DeleteActivity(String id, @Nullable Long version) implements ChangeCommand {

  @Override
  public Operation operation() {
    return Operation.DELETE;
  }

  @Override
  public Change applyTo(Activity activity, Stamp stamp) {
    return activity.delete(expectedVersion(), stamp);
  }
}

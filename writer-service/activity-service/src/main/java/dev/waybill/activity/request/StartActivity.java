package dev.waybill.activity.request;

import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.domain.Operation;
import dev.waybill.activity.domain.Stamp;
import org.jspecify.annotations.Nullable;

/** Note that work on an activity begins. */
public record StartActivity(String id, @Nullable Long version) implements ChangeCommand {

  @Override
  public Operation operation() {
    return Operation.START;
  }

  @Override
  public Change applyTo(Activity activity, Stamp stamp) {
    return activity.start(expectedVersion(), stamp);
  }
}

package dev.waybill.activity.request;

import dev.waybill.access.UserId;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.domain.Operation;
import dev.waybill.activity.domain.Stamp;
import org.jspecify.annotations.Nullable;

/**
 * Give an activity that is nobody's to somebody.
 *
 * @param assignee 1 to 200 characters
 */
public record AssignActivity(String id, @Nullable Long version, @Nullable String assignee)
    implements ChangeCommand {

  @Override
  public Operation operation() {
    return Operation.ASSIGN;
  }

  @Override
  public void check(Fields fields) {
    fields.text("assignee", assignee, Limits.USER);
  }

  @Override
  public Change applyTo(Activity activity, Stamp stamp) {
    return activity.assign(expectedVersion(), new UserId(String.valueOf(assignee)), stamp);
  }
}

package dev.waybill.activity.command;

import dev.waybill.access.Role;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.refused.FieldError;
import dev.waybill.activity.security.ActivityRoles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Note that an activity was done.
 *
 * @param id which one; a text that is no id names none
 * @param version the version that the caller saw, 1 or more
 * @param outcome absent, or 1 to 2000 characters
 */
public record CompleteActivity(String id, @Nullable Long version, @Nullable String outcome)
    implements Command {

  private static final int LONGEST_OUTCOME = 2000;

  @Override
  public String name() {
    return "activity.complete";
  }

  @Override
  public Role role() {
    return ActivityRoles.WRITER;
  }

  @Override
  public List<FieldError> errors() {
    Fields fields = new Fields();
    fields.check(
        "version",
        version != null && version >= Activity.FIRST_VERSION,
        "must be the version of the activity that you read, a whole number from 1");
    if (outcome != null) {
      fields.text("outcome", outcome, LONGEST_OUTCOME);
    }
    return fields.errors();
  }

  /** The version that the caller saw; only for a command without errors. */
  long expectedVersion() {
    return version == null ? 0 : version;
  }
}

package dev.waybill.activity.request;

import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.domain.Operation;
import dev.waybill.activity.domain.Stamp;
import dev.waybill.activity.refused.FieldError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A wish to change an activity that exists. */
public sealed interface ChangeCommand extends Command
    permits UpdateActivity,
        AssignActivity,
        ReassignActivity,
        StartActivity,
        RescheduleActivity,
        CompleteActivity,
        CancelActivity,
        DeleteActivity {

  /** Which one; a text that is no id names none. */
  String id();

  /** The version that the caller saw, 1 or more. */
  @Nullable Long version();

  /** What is to be done to it. */
  Operation operation();

  /**
   * Does it to the activity as it stands; only for a command without errors.
   *
   * @throws dev.waybill.activity.refused.RequestRefusedException when it is not possible
   */
  Change applyTo(Activity activity, Stamp stamp);

  @Override
  default String name() {
    return "activity." + operation().wireName();
  }

  @Override
  default List<FieldError> errors() {
    Fields fields = new Fields();
    Long seen = version();
    fields.check(
        "version",
        seen != null && seen >= Activity.FIRST_VERSION,
        "must be the version of the activity that you read, a whole number from 1");
    check(fields);
    return fields.errors();
  }

  /** Checks the fields that only this command has. */
  default void check(Fields fields) {}

  /** The version that the caller saw; only for a command without errors. */
  default long expectedVersion() {
    Long seen = version();
    return seen == null ? 0 : seen;
  }
}

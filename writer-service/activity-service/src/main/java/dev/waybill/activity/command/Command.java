package dev.waybill.activity.command;

import dev.waybill.access.Role;
import dev.waybill.activity.refused.FieldError;
import java.util.List;

/** A wish to change an activity, as the caller said it: not yet known to be valid. */
public sealed interface Command permits CreateActivity, CompleteActivity {

  /** Its name in the audit; stable, never a class name. */
  String name();

  /** The role that may give it. */
  Role role();

  /** Every field that is wrong; a handler sees only commands without. */
  List<FieldError> errors();
}

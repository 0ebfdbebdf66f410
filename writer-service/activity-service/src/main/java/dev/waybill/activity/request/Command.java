package dev.waybill.activity.request;

import dev.waybill.access.Role;
import dev.waybill.activity.refused.FieldError;
import dev.waybill.activity.security.ActivityRoles;
import java.util.List;

/** A wish to change an activity, as the caller said it: not yet known to be valid. */
public sealed interface Command permits CreateActivity, ChangeCommand {

  /** Its name in the audit; stable, never a class name. */
  String name();

  /** The role that may give it. */
  default Role role() {
    return ActivityRoles.WRITER;
  }

  /** Every field that is wrong; a handler sees only commands without. */
  List<FieldError> errors();
}

package dev.waybill.lab.stack;

/**
 * The handlers that a stack runs, each in a process of its own, with an option of {@link
 * StackOptions} for its port.
 */
public enum HandlerService {
  /** The packaged module of its name, with a database of its name. */
  TIMELINE("timeline", Role.HANDLER),
  /** The packaged module of its name, with a database of its name. */
  DASHBOARD("dashboard", Role.HANDLER),
  /** The packaged module of its name, with a database of its name; sends mails. */
  NOTIFICATION("notification", Role.HANDLER),
  /** The activity service in its worker role, on the writer's database. */
  ACTIVITY_STEPS("activity-steps", Role.WRITER);

  private final String id;
  private final Role role;

  HandlerService(String id, Role role) {
    this.id = id;
    this.role = role;
  }

  /** As whom it connects to its database. */
  Role role() {
    return role;
  }

  /** The handler's id. */
  public String id() {
    return id;
  }
}

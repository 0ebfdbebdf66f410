package dev.waybill.activity.security;

import dev.waybill.access.Role;

/** The roles of the Activity domain. */
public final class ActivityRoles {

  /** May change activities, and read them. */
  public static final Role WRITER = Role.of("activity-writer");

  /** May read activities. */
  public static final Role READER = Role.of("activity-reader", WRITER);

  private ActivityRoles() {}
}

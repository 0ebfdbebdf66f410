package dev.waybill.activity.domain;

import dev.waybill.access.TenantId;
import java.util.List;
import java.util.Optional;

/**
 * All activities. Joins the caller's transaction. Every question names a tenant: what belongs to
 * another is not there, and neither is what was deleted.
 */
public interface Activities {

  /**
   * Adds a new activity.
   *
   * @return as it is stored
   */
  Activity add(Activity activity);

  /**
   * Replaces the version before this one. Waits for another transaction that does the same.
   *
   * @return as it is stored; empty when that version is not the current one
   */
  Optional<Activity> replace(Activity activity);

  Optional<Activity> find(TenantId tenant, ActivityId id);

  /** Those changed last, newest change first. */
  List<Activity> recent(TenantId tenant, int limit);
}

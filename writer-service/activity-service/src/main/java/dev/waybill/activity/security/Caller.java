package dev.waybill.activity.security;

import dev.waybill.activity.domain.TenantId;
import dev.waybill.activity.domain.UserId;
import dev.waybill.activity.refused.ForbiddenException;
import java.util.Set;

/** Who asks, and what they may do, as their token says. */
public record Caller(TenantId tenant, UserId user, Set<Role> roles) {

  public Caller {
    roles = Set.copyOf(roles);
  }

  /**
   * Lets only those with the role pass.
   *
   * @throws ForbiddenException when the caller does not have it
   */
  public void require(Role role) {
    boolean allowed = roles.contains(role) || (role == Role.READER && roles.contains(Role.WRITER));
    if (!allowed) {
      throw new ForbiddenException(role.claim());
    }
  }
}

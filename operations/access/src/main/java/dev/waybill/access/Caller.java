package dev.waybill.access;

import java.util.Set;

/**
 * Who asks, and what they may do, as their token says. A controller takes it as a parameter.
 *
 * @param roles the names in the token's claim {@code roles}; those of other systems among them
 */
public record Caller(TenantId tenant, UserId user, Set<String> roles) {

  public Caller {
    roles = Set.copyOf(roles);
  }

  /** Whether the caller has the role, or one that holds it as well. */
  public boolean has(Role role) {
    return roles.stream().anyMatch(role::isGrantedBy);
  }

  /**
   * Lets only those with the role pass.
   *
   * @throws RoleMissingException when the caller does not have it; answered with 403
   */
  public void require(Role role) {
    if (!has(role)) {
      throw new RoleMissingException(role);
    }
  }
}

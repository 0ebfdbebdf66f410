package dev.waybill.access;

import org.springframework.security.access.AccessDeniedException;

/** The caller's roles do not allow this. */
public final class RoleMissingException extends AccessDeniedException {

  private static final long serialVersionUID = 1L;

  private final String claim;

  RoleMissingException(Role role) {
    super("The token's roles do not include " + role.claim() + ".");
    this.claim = role.claim();
  }

  /** The role that was asked for, as tokens name it. */
  public String claim() {
    return claim;
  }
}

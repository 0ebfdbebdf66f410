package dev.waybill.activity.refused;

/** The caller has none of the roles that allow this. */
public final class ForbiddenException extends RequestRefusedException {

  private static final long serialVersionUID = 1L;

  public ForbiddenException(String role) {
    super(
        "The token's roles do not include " + role + ".",
        "Use a token whose claim roles includes " + role + ".");
  }
}

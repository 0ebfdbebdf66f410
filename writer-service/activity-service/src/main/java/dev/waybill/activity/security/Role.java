package dev.waybill.activity.security;

import java.util.Arrays;
import java.util.Optional;

/** What a token's claim {@code roles} may hold; other names are for other services. */
public enum Role {
  /** May change activities, and read them. */
  WRITER("activity-writer"),
  /** May read activities. */
  READER("activity-reader");

  private final String claim;

  Role(String claim) {
    this.claim = claim;
  }

  public String claim() {
    return claim;
  }

  static Optional<Role> ofClaim(String name) {
    return Arrays.stream(values()).filter(role -> role.claim.equals(name)).findFirst();
  }
}

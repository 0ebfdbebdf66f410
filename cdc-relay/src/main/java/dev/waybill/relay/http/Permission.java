package dev.waybill.relay.http;

import dev.waybill.access.Caller;
import dev.waybill.access.Role;
import dev.waybill.relay.order.Audit;
import dev.waybill.relay.order.Mandate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks what a caller may do, and records who was denied what. Thread-safe. */
final class Permission {

  private static final int LONGEST = 200;

  private final String relay;
  private final Audit audit;
  private final @Nullable String operatorTenant;

  Permission(String relay, Audit audit, @Nullable String operatorTenant) {
    this.relay = relay;
    this.audit = audit;
    this.operatorTenant = operatorTenant;
  }

  /**
   * An operator's mandate for what concerns all tenants.
   *
   * @throws dev.waybill.access.RoleMissingException when the caller is no operator
   * @throws OtherTenantException when the caller is not of the tenant that operates the relay
   */
  Mandate forAll(Caller caller, String action, @Nullable String reason) {
    requireOperator(caller, action, reason);
    if (!operates(caller)) {
      deny(caller, action, reason, "it concerns all tenants");
      throw new OtherTenantException();
    }
    return mandate(caller, reason);
  }

  /**
   * An operator's mandate for messages of {@link #scope}.
   *
   * @throws dev.waybill.access.RoleMissingException when the caller is no operator
   */
  Mandate forOwn(Caller caller, String action, @Nullable String reason) {
    requireOperator(caller, action, reason);
    return mandate(caller, reason);
  }

  /** Lets only those pass who may see what concerns all tenants. */
  void seesAll(Caller caller) {
    caller.require(Role.VIEWER);
    if (!operates(caller)) {
      throw new OtherTenantException();
    }
  }

  /** Whose messages a caller may see and replay; null means everybody's. */
  @Nullable String scope(Caller caller) {
    return operates(caller) ? null : caller.tenant().value();
  }

  private boolean operates(Caller caller) {
    return caller.tenant().value().equals(operatorTenant);
  }

  private void requireOperator(Caller caller, String action, @Nullable String reason) {
    if (!caller.has(Role.OPERATOR)) {
      deny(caller, action, reason, "the role operator is missing");
    }
    caller.require(Role.OPERATOR);
  }

  private void deny(Caller caller, String action, @Nullable String reason, String why) {
    String words = reason == null ? "" : reason.replaceAll("\\p{Cntrl}", " ").strip();
    String kept = words.isEmpty() ? "(none given)" : words;
    audit.record(
        relay,
        mandate(caller, kept.substring(0, Math.min(LONGEST, kept.length()))),
        action,
        null,
        null,
        "denied: " + why);
  }

  private static Mandate mandate(Caller caller, @Nullable String reason) {
    return new Mandate(
        caller.tenant().value() + "/" + caller.user().value(),
        caller.roles().stream().sorted().collect(Collectors.joining(", ")),
        "api",
        reason == null ? "" : reason.strip());
  }
}

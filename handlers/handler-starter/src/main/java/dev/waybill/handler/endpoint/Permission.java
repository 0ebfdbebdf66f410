package dev.waybill.handler.endpoint;

import dev.waybill.access.Caller;
import dev.waybill.access.Role;
import dev.waybill.handler.desk.ActionTable.Action;
import dev.waybill.handler.desk.HandlerDesk;
import dev.waybill.handler.desk.Mandate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks what a caller may do, and records who was denied what. Thread-safe. */
final class Permission {

  private static final int LONGEST = 200;

  private final HandlerDesk desk;
  private final @Nullable String operatorTenant;

  Permission(HandlerDesk desk, @Nullable String operatorTenant) {
    this.desk = desk;
    this.operatorTenant = operatorTenant;
  }

  /**
   * What somebody asks for.
   *
   * @param handler of which handler; null for any
   * @param selection of what
   * @param reason as it was given
   */
  record Attempt(
      String action, @Nullable String handler, String selection, @Nullable String reason) {}

  /**
   * An operator's mandate for what concerns all tenants.
   *
   * @throws dev.waybill.access.RoleMissingException when the caller is no operator
   * @throws OtherTenantException when the caller is not of the tenant that operates the handlers
   */
  Mandate forAll(Caller caller, Attempt attempt) {
    requireOperator(caller, attempt);
    if (!operates(caller)) {
      deny(caller, attempt, "it concerns all tenants");
      throw new OtherTenantException();
    }
    return mandate(caller, attempt.reason());
  }

  /**
   * An operator's mandate for deliveries of {@link #scope}.
   *
   * @throws dev.waybill.access.RoleMissingException when the caller is no operator
   */
  Mandate forOwn(Caller caller, Attempt attempt) {
    requireOperator(caller, attempt);
    return mandate(caller, attempt.reason());
  }

  /** Lets only those pass who may see what concerns all tenants. */
  void seesAll(Caller caller) {
    caller.require(Role.VIEWER);
    if (!operates(caller)) {
      throw new OtherTenantException();
    }
  }

  /** Whose deliveries a caller may see and retry; null means everybody's. */
  @Nullable String scope(Caller caller) {
    return operates(caller) ? null : caller.tenant().value();
  }

  private boolean operates(Caller caller) {
    return caller.tenant().value().equals(operatorTenant);
  }

  private void requireOperator(Caller caller, Attempt attempt) {
    if (!caller.has(Role.OPERATOR)) {
      deny(caller, attempt, "the role operator is missing");
    }
    caller.require(Role.OPERATOR);
  }

  private void deny(Caller caller, Attempt attempt, String why) {
    String words = line(attempt.reason());
    desk.deny(
        mandate(caller, words.isEmpty() ? "(none given)" : words),
        new Action(
            attempt.action(),
            attempt.handler() == null ? null : line(attempt.handler()),
            attempt.selection(),
            null,
            "denied: " + why));
  }

  /** What was given, fit to be stored whatever it is. */
  private static String line(@Nullable String text) {
    String line = text == null ? "" : text.replaceAll("\\p{Cntrl}", " ").strip();
    return line.substring(0, Math.min(LONGEST, line.length()));
  }

  private static Mandate mandate(Caller caller, @Nullable String reason) {
    return new Mandate(
        caller.tenant().value() + "/" + caller.user().value(),
        caller.roles().stream().sorted().collect(Collectors.joining(", ")),
        reason == null ? "" : reason.strip());
  }
}

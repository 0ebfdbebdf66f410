package dev.waybill.lab.stack;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The roles of a stack's databases, which are those of the whole server. The password is no secret:
 * the server listens on loopback and holds nothing but what the lab wrote.
 */
public enum Role {
  /** Owns everything; runs the migrations. */
  MIGRATOR("waybill_migrator"),
  /** The service. */
  WRITER("waybill_writer"),
  /** The relay, with REPLICATION. */
  RELAY("waybill_relay"),
  /** A handler's service, in the handler's database. */
  HANDLER("waybill_handler");

  private static final String PASSWORD = "waybill-local";

  private final String roleName;

  Role(String roleName) {
    this.roleName = roleName;
  }

  /** The name in the database. */
  public String roleName() {
    return roleName;
  }

  /** The password on a local stack. */
  public String password() {
    return PASSWORD;
  }

  static Map<String, String> passwords(Role... roles) {
    return Arrays.stream(roles).collect(Collectors.toMap(Role::roleName, Role::password));
  }
}

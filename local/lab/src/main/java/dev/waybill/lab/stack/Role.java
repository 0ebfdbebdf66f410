package dev.waybill.lab.stack;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The roles of the writer's database. The password is no secret: the server listens on loopback and
 * holds nothing but what the lab wrote.
 */
public enum Role {
  /** Owns everything; runs the migrations. */
  MIGRATOR("waybill_migrator"),
  /** The service. */
  WRITER("waybill_writer"),
  /** The relay, with REPLICATION. */
  RELAY("waybill_relay");

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

  static Map<String, String> passwords() {
    return Arrays.stream(values()).collect(Collectors.toMap(Role::roleName, Role::password));
  }
}

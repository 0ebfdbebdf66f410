package dev.waybill.cli.connect;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which relay is meant, and as whom it connects; the defaults are those of the relay itself. */
public final class RelayLogin {

  private static final String PASSWORD = "WAYBILL_RELAY_PASSWORD";

  @Option(
      names = "--relay",
      paramLabel = "NAME",
      description = "The relay's name. Default: ${DEFAULT-VALUE}.",
      defaultValue = "main")
  private String relay = "main";

  @Option(
      names = "--relay-user",
      paramLabel = "ROLE",
      description =
          "The relay's role, which must be able to replicate. Default: $WAYBILL_RELAY_USER, or"
              + " waybill_relay.")
  private @Nullable String user;

  /** The relay's name. */
  public String relay() {
    return relay;
  }

  /** The relay's role. */
  public String role() {
    return user == null ? "waybill_relay" : user;
  }

  /**
   * The database as the relay's role. Where no other role is named, the one password that is set
   * must be the relay's.
   */
  public DatabaseTarget asRelay(
      Environment environment, DatabaseTarget database, boolean otherRole) {
    String password =
        environment
            .find(PASSWORD)
            .orElse(otherRole && !database.user().equals(role()) ? null : database.password());
    return database.as(role(), password, PASSWORD);
  }

  /** The database as the role that is named, and as the relay's where none is. */
  public DatabaseTarget target(Environment environment, DatabaseOptions database) {
    DatabaseTarget target = database.target(environment, role());
    return database.namesUser() ? target : asRelay(environment, target, false);
  }
}

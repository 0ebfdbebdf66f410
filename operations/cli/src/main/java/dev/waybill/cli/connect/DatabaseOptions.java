package dev.waybill.cli.connect;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which database, and as whom. */
public final class DatabaseOptions {

  /** The role that owns everything that Waybill creates. */
  public static final String MIGRATOR = "waybill_migrator";

  static final String PASSWORD = "WAYBILL_DATABASE_PASSWORD";

  @Option(
      names = "--database-url",
      paramLabel = "URL",
      description =
          "The writer's database, as jdbc:postgresql://HOST:PORT/DATABASE."
              + " Default: $WAYBILL_DATABASE_URL.")
  private @Nullable String url;

  @Option(
      names = "--database-user",
      paramLabel = "ROLE",
      description =
          "The role to connect as. Default: $WAYBILL_DATABASE_USER, or the role that the command"
              + " needs. Its password is read from $WAYBILL_DATABASE_PASSWORD.")
  private @Nullable String user;

  /**
   * The database to work on.
   *
   * @param usualRole whom to connect as when nobody is named
   */
  public DatabaseTarget target(Environment environment, String usualRole) {
    return DatabaseTarget.of(
        url, user == null ? usualRole : user, environment.find(PASSWORD).orElse(null));
  }

  /** Whether a database was named, by option or environment. */
  public boolean namesUrl() {
    return url != null;
  }

  /** Whether a role was named, by option or environment. */
  public boolean namesUser() {
    return user != null;
  }
}

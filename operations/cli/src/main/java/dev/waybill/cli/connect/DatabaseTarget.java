package dev.waybill.cli.connect;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A database and the role to connect as.
 *
 * @param password null where the server asks for none, or {@code ~/.pgpass} has it
 * @param passwordVariable the environment variable that the password is read from
 */
public record DatabaseTarget(
    String url, String user, @Nullable String password, String passwordVariable) {

  private static final String PREFIX = "jdbc:postgresql:";

  /**
   * Checks what was given.
   *
   * @throws CommandFailure when the URL is missing, of another kind, or holds a password
   */
  static DatabaseTarget of(@Nullable String url, String user, @Nullable String password) {
    if (url == null) {
      throw usage(
          "no database is named", "give --database-url or set " + variable("--database-url"));
    }
    if (!url.startsWith(PREFIX)) {
      throw usage(
          "the database URL does not start with " + PREFIX,
          "write it as jdbc:postgresql://HOST:PORT/DATABASE");
    }
    if (url.toLowerCase(Locale.ROOT).contains("password=")) {
      throw usage(
          "the database URL holds a password, which other users of this machine can see",
          "leave it out and set " + DatabaseOptions.PASSWORD);
    }
    return new DatabaseTarget(url, user, password, DatabaseOptions.PASSWORD);
  }

  /** The same database as another role. */
  public DatabaseTarget as(String otherUser, @Nullable String otherPassword, String variable) {
    return new DatabaseTarget(url, otherUser, otherPassword, variable);
  }

  /** Never shows the password. */
  @Override
  public String toString() {
    return url + " as " + user;
  }

  private static CommandFailure usage(String what, String next) {
    return CommandFailure.of(ExitCode.USAGE, what, next);
  }

  private static String variable(String option) {
    return Environment.variable(option);
  }
}

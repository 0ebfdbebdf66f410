package dev.waybill.cli.connect;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import java.sql.SQLException;

/**
 * What a refused connection or statement means, judged by its SQLSTATE (PostgreSQL manual, appendix
 * A), and what to do about it.
 */
public record SqlFailure(ExitCode exitCode, String why, String next) {

  private static final String UNREACHABLE = "check --database-url and that the server runs there";

  /** Judges an error of the given database. */
  public static SqlFailure of(SQLException e, DatabaseTarget target) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    String why = String.valueOf(e.getMessage()).strip();
    return switch (state) {
      case "28P01", "28000" ->
          new SqlFailure(
              ExitCode.DENIED,
              why,
              "check the role "
                  + target.user()
                  + ", its password in "
                  + target.passwordVariable()
                  + ", and the server's pg_hba.conf");
      // The driver's own, when the server asks for a password and there is none to send.
      case "08004" ->
          target.password() == null
              ? new SqlFailure(
                  ExitCode.DENIED,
                  why,
                  "set the password of " + target.user() + ": " + target.passwordVariable())
              : new SqlFailure(ExitCode.UNREACHABLE, why, UNREACHABLE);
      case "42501" ->
          new SqlFailure(
              ExitCode.DENIED, why, "connect as a role that may do it: --database-user ROLE");
      case "3D000" ->
          new SqlFailure(ExitCode.FAILURE, why, "check the database name in --database-url");
      case "53300" ->
          new SqlFailure(ExitCode.UNREACHABLE, why, "free a connection, or raise max_connections");
      case "42P01", "3F000" ->
          new SqlFailure(
              ExitCode.FAILURE,
              why,
              "the outbox schema is not there yet: start the writing service with"
                  + " waybill.outbox.schema=migrate, then the relay with"
                  + " waybill.relay.schema=migrate");
      case "42703" ->
          new SqlFailure(
              ExitCode.FAILURE,
              why,
              "the tables are older than this command: start the relay of this version with"
                  + " waybill.relay.schema=migrate");
      case "55P03", "40P01", "40001", "23505" ->
          new SqlFailure(ExitCode.CONFLICT, why, "somebody else is at it: try again");
      case "57014" -> new SqlFailure(ExitCode.UNREACHABLE, why, "the server is slow: try again");
      case "57P03" ->
          new SqlFailure(
              ExitCode.UNREACHABLE, why, "the server is starting or stopping: try again");
      default ->
          state.startsWith("08") || state.startsWith("57P")
              ? new SqlFailure(ExitCode.UNREACHABLE, why, UNREACHABLE)
              : new SqlFailure(
                  ExitCode.FAILURE, why + " (SQLSTATE " + state + ")", "see the server's log");
    };
  }

  /** As the failure of a command. */
  public static CommandFailure asFailure(String what, SQLException e, DatabaseTarget target) {
    SqlFailure failure = of(e, target);
    return CommandFailure.because(failure.exitCode(), what, failure.why(), failure.next(), e);
  }
}

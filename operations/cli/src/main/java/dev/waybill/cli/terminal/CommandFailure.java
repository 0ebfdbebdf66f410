package dev.waybill.cli.terminal;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A command that cannot go on: what happened, why, what to do next, and the exit code. */
public final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;
  private final @Nullable String why;
  private final String next;

  private CommandFailure(
      ExitCode exitCode,
      String what,
      @Nullable String why,
      String next,
      @Nullable Throwable cause) {
    super(what, cause);
    this.exitCode = exitCode;
    this.why = why;
    this.next = next;
  }

  /** A failure that explains itself. */
  public static CommandFailure of(ExitCode exitCode, String what, String next) {
    return new CommandFailure(exitCode, what, null, next, null);
  }

  /** A failure with the reason that another part gave. */
  public static CommandFailure because(
      ExitCode exitCode, String what, @Nullable String why, String next, Throwable cause) {
    return new CommandFailure(exitCode, what, why, next, cause);
  }

  public ExitCode exitCode() {
    return exitCode;
  }

  /** What happened. */
  public String what() {
    return String.valueOf(getMessage());
  }

  /** The reason, where there is one to tell. */
  public Optional<String> why() {
    return Optional.ofNullable(why);
  }

  /** What to do next. */
  public String next() {
    return next;
  }
}

package dev.waybill.cli.terminal;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that changes something: it plans unless told to act. */
public final class ExecuteOptions {

  @Option(names = "--execute", description = "Act. Without it the plan is shown and nothing done.")
  private boolean execute;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why, for the record. Required with --execute.")
  private @Nullable String reason;

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask. Required with --execute where nobody can be asked.")
  private boolean yes;

  /**
   * Checks that the options fit together, before anything is read or connected to.
   *
   * @throws CommandFailure naming the option that is missing
   */
  public void check(Terminal terminal) {
    if (!execute) {
      return;
    }
    if (reason().isBlank()) {
      throw CommandFailure.of(
          ExitCode.USAGE, "--execute needs a reason for the record", "add --reason \"…\"");
    }
    if (!yes && !terminal.interactive()) {
      throw CommandFailure.of(
          ExitCode.USAGE,
          "--execute would ask for confirmation, but this is not a terminal",
          "add --yes");
    }
  }

  public boolean execute() {
    return execute;
  }

  /** The reason, empty when none is given. */
  public String reason() {
    return reason == null ? "" : reason.strip();
  }

  /** Whether to go on: asked on a terminal, unless {@code --yes} is given. */
  public boolean confirmed(Terminal terminal, String question) {
    return yes || terminal.confirm(question);
  }
}

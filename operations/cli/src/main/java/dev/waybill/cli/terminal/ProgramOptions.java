package dev.waybill.cli.terminal;

import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * What every command line of Waybill has in common: its general options, how it looks and how it
 * fails. A mixin of the root command.
 */
public final class ProgramOptions {

  private static final int WIDTH = 100;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "On failure, print a stack trace as well.")
  private boolean verbose;

  /** Read by the parser alone, through its model. */
  @SuppressWarnings("UnusedVariable")
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this text.")
  private boolean help;

  /** Sets up the root command; to be called when it has all its subcommands. */
  public CommandLine applyTo(CommandLine root, Terminal terminal) {
    FailureReport failures = new FailureReport(() -> verbose);
    return root.setOut(terminal.out())
        .setErr(terminal.err())
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(terminal.coloured() ? Ansi.ON : Ansi.OFF))
        .setUsageHelpWidth(WIDTH)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures);
  }
}

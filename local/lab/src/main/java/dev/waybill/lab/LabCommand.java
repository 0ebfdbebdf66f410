package dev.waybill.lab;

import dev.waybill.cli.terminal.FailureReport;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.demo.DemoCommand;
import dev.waybill.lab.demo.UpCommand;
import dev.waybill.lab.soak.SoakCommand;
import dev.waybill.lab.stack.BrokerCommand;
import dev.waybill.lab.stack.StackClosedException;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The commands of {@code ./waybill} that need a checkout and start servers. */
@Command(
    name = "waybill",
    header = "Runs Waybill on this machine, with nothing but a JDK.",
    synopsisSubcommandLabel = "COMMAND")
public final class LabCommand {
  private static final int INTERRUPTED = 130;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "On failure, print a stack trace as well.")
  private boolean verbose;

  @SuppressWarnings("UnusedVariable")
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this text.")
  private boolean help;

  private LabCommand() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    // Numbers and upper case look the same for everybody.
    Locale.setDefault(Locale.ROOT);
    System.exit(create(Terminal.ofProcess(System.getenv())).execute(arguments));
  }

  static CommandLine create(Terminal terminal) {
    LabCommand lab = new LabCommand();
    FailureReport failures = new FailureReport(() -> lab.verbose);
    return new CommandLine(lab)
        .addSubcommand(new DemoCommand(terminal))
        .addSubcommand(new UpCommand(terminal))
        .addSubcommand(new SoakCommand(terminal))
        .addSubcommand(new BrokerCommand())
        .setOut(terminal.out())
        .setErr(terminal.err())
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(terminal.coloured() ? Ansi.ON : Ansi.OFF))
        .setUsageHelpWidth(100)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(
            (exception, command, parsed) ->
                exception instanceof StackClosedException
                    ? INTERRUPTED
                    : failures.handleExecutionException(exception, command, parsed));
  }
}

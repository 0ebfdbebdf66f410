package dev.waybill.cli;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.doctor.DoctorCommand;
import dev.waybill.cli.subscriptions.SubscriptionsCommand;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.FailureReport;
import dev.waybill.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command line {@code waybill}. */
@Command(
    name = "waybill",
    header = "Committed changes reach every subscribed handler; this is where to look and to act.",
    description = {
      "",
      "Data is written to stdout, everything else to stderr. A command that changes something shows"
          + " its plan and does nothing until --execute is given.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n")
public final class WaybillCommand {

  /** Set by the launcher script of a source checkout. */
  private static final String HOME = "waybill.home";

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

  private WaybillCommand() {}

  /** Runs one command and exits with its exit code. */
  public static void main(String[] arguments) {
    System.setProperty("logback.configurationFile", "dev/waybill/cli/logback.xml");
    Map<String, String> environment = System.getenv();
    System.exit(run(Terminal.ofProcess(environment), environment, arguments));
  }

  /**
   * Runs one command in this process.
   *
   * @return the exit code, see {@link ExitCode}
   */
  public static int run(Terminal terminal, Map<String, String> environment, String... arguments) {
    return create(terminal, new Environment(environment)).execute(arguments);
  }

  private static CommandLine create(Terminal terminal, Environment environment) {
    WaybillCommand command = new WaybillCommand();
    CommandLine root = new CommandLine(command);
    root.addSubcommand(SubscriptionsCommand.create(terminal, environment));
    root.addSubcommand(new DoctorCommand(terminal, environment));
    root.addSubcommand(CompletionCommand.create(terminal, root));
    root.addSubcommand(new VersionCommand(terminal));
    Map<String, String> exitCodes = new LinkedHashMap<>();
    for (ExitCode code : ExitCode.values()) {
      exitCodes.put(String.valueOf(code.code()), code.meaning());
    }
    root.getCommandSpec().usageMessage().exitCodeList(exitCodes);
    if (System.getProperty(HOME) != null) {
      root.getCommandSpec()
          .usageMessage()
          .footer("", "In a source checkout, ./waybill also runs: demo, soak, bench.");
    }
    FailureReport failures = new FailureReport(() -> command.verbose);
    return root.setOut(terminal.out())
        .setErr(terminal.err())
        .setColorScheme(Help.defaultColorScheme(terminal.coloured() ? Help.Ansi.ON : Help.Ansi.OFF))
        .setUsageHelpWidth(100)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setDefaultValueProvider(environment)
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures);
  }
}

package dev.waybill.cli;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.delivery.DeliveriesCommand;
import dev.waybill.cli.doctor.DoctorCommand;
import dev.waybill.cli.handler.HandlersCommand;
import dev.waybill.cli.message.MessagesCommand;
import dev.waybill.cli.relay.RelayCommand;
import dev.waybill.cli.schemas.SchemasCommand;
import dev.waybill.cli.subscriptions.SubscriptionsCommand;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.ProgramOptions;
import dev.waybill.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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

  @Mixin private final ProgramOptions options = new ProgramOptions();

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
    root.addSubcommand(SchemasCommand.create(terminal, environment));
    root.addSubcommand(new DoctorCommand(terminal, environment));
    root.addSubcommand(RelayCommand.create(terminal, environment));
    root.addSubcommand(MessagesCommand.create(terminal, environment));
    root.addSubcommand(HandlersCommand.create(terminal, environment));
    root.addSubcommand(DeliveriesCommand.create(terminal, environment));
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
          .footer("", "In a source checkout, ./waybill also runs: up, demo, soak, large, bench.");
    }
    return command.options.applyTo(root, terminal).setDefaultValueProvider(environment);
  }
}

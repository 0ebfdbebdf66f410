package dev.waybill.cli.handler;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code waybill handlers}: what receives. */
@Command(
    name = "handlers",
    header = "Handlers of a service: see where they stand, hold them, let them go on.",
    description = {
      "",
      "Goes over HTTP to any instance of the service, which answers for all of them, with a token"
          + " that says who you are.",
      ""
    })
public final class HandlersCommand {

  private HandlersCommand() {}

  /** The command with its verbs. */
  public static CommandLine create(Terminal terminal, Environment environment) {
    return new CommandLine(new HandlersCommand())
        .addSubcommand(new ListCommand(terminal, environment))
        .addSubcommand(new ShowCommand(terminal, environment))
        .addSubcommand(new MinutesCommand(terminal, environment))
        .addSubcommand(new PauseCommand(terminal, environment))
        .addSubcommand(new ResumeCommand(terminal, environment));
  }
}

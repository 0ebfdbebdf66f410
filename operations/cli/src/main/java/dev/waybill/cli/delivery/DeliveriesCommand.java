package dev.waybill.cli.delivery;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code waybill deliveries}: single messages in handlers. */
@Command(
    name = "deliveries",
    header = "Messages in the handlers of a service: list and look up, try again, give up.",
    description = {
      "",
      "Goes over HTTP to any instance of the service, which answers for all of them, with a token"
          + " that says who you are.",
      ""
    })
public final class DeliveriesCommand {

  private DeliveriesCommand() {}

  /** The command with its verbs. */
  public static CommandLine create(Terminal terminal, Environment environment) {
    return new CommandLine(new DeliveriesCommand())
        .addSubcommand(new ListCommand(terminal, environment))
        .addSubcommand(new LookupCommand(terminal, environment))
        .addSubcommand(new RetryCommand(terminal, environment))
        .addSubcommand(new ResolveCommand(terminal, environment))
        .addSubcommand(new RecoverStaleCommand(terminal, environment));
  }
}

package dev.waybill.cli.message;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code waybill messages}: single messages, over the relay and every handler. */
@Command(
    name = "messages",
    header = "What has become of a message, from the relay to the last handler.",
    description = {
      "",
      "Goes over HTTP to the relay and to one instance of each service with handlers, with a token"
          + " that says who you are.",
      ""
    })
public final class MessagesCommand {

  private MessagesCommand() {}

  /** The command with its verbs. */
  public static CommandLine create(Terminal terminal, Environment environment) {
    return new CommandLine(new MessagesCommand())
        .addSubcommand(new ShowCommand(terminal, environment));
  }
}

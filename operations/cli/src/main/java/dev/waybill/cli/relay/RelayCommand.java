package dev.waybill.cli.relay;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.order.OrderCommands;
import dev.waybill.cli.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code waybill relay}: the process that publishes. */
@Command(
    name = "relay",
    header = "The relay: see where it stands, and direct it.",
    description = {
      "",
      "status and recover read and write the relay's tables in the writer's database, with its"
          + " login; the relay itself is not asked and need not run. All others go over HTTP to a"
          + " process of the relay, also a standby, with a token that says who you are.",
      ""
    })
public final class RelayCommand {

  private RelayCommand() {}

  /** The command with its verbs. */
  public static CommandLine create(Terminal terminal, Environment environment) {
    CommandLine relay =
        new CommandLine(new RelayCommand())
            .addSubcommand(new StatusCommand(terminal, environment))
            .addSubcommand(new RecoverCommand(terminal, environment));
    OrderCommands.addTo(relay, terminal, environment);
    return relay;
  }
}

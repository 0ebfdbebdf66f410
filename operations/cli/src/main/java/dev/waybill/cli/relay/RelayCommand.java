package dev.waybill.cli.relay;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code waybill relay}: the process that publishes, as its database sees it. */
@Command(
    name = "relay",
    header = "The relay as its database sees it: status, recover.",
    description = {
      "",
      "Reads and writes the relay's tables in the writer's database; the relay itself is not asked"
          + " and need not run.",
      ""
    })
public final class RelayCommand {

  private RelayCommand() {}

  /** The command with its verbs. */
  public static CommandLine create(Terminal terminal, Environment environment) {
    return new CommandLine(new RelayCommand())
        .addSubcommand(new StatusCommand(terminal, environment))
        .addSubcommand(new RecoverCommand(terminal, environment));
  }
}

package dev.waybill.cli.subscriptions;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code waybill subscriptions}: who receives which types. */
@Command(
    name = "subscriptions",
    header = "Who receives which types: apply, show.",
    description = {
      "",
      "A subscription names a handler, its topic, and the types and versions that it reads. All"
          + " subscriptions together are applied as one numbered revision.",
      ""
    })
public final class SubscriptionsCommand {

  private SubscriptionsCommand() {}

  /** The command with its verbs. */
  public static CommandLine create(Terminal terminal, Environment environment) {
    return new CommandLine(new SubscriptionsCommand())
        .addSubcommand(new ApplyCommand(terminal, environment))
        .addSubcommand(new ShowCommand(terminal, environment));
  }
}

package dev.waybill.cli.schemas;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code waybill schemas}: the contracts of a checkout. */
@Command(
    name = "schemas",
    header = "The contracts of a checkout: check, release, new-version, retire.",
    description = {
      "",
      "A contract is a folder of files in a checkout, so these commands change files there and"
          + " nothing else; whoever commits them answers for them.",
      ""
    })
public final class SchemasCommand {

  private SchemasCommand() {}

  /** The command with its verbs. */
  public static CommandLine create(Terminal terminal, Environment environment) {
    return new CommandLine(new SchemasCommand())
        .addSubcommand(new CheckCommand(terminal))
        .addSubcommand(new ReleaseCommand(terminal))
        .addSubcommand(new NewVersionCommand(terminal))
        .addSubcommand(new RetireCommand(terminal, environment));
  }
}

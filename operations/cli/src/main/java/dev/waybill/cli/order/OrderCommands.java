package dev.waybill.cli.order;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Terminal;
import picocli.CommandLine;

/** The verbs of {@code waybill relay} that direct it. */
public final class OrderCommands {

  private OrderCommands() {}

  /** Adds them. */
  public static void addTo(CommandLine relay, Terminal terminal, Environment environment) {
    relay
        .addSubcommand(new PauseCommand(terminal, environment))
        .addSubcommand(new ResumeCommand(terminal, environment))
        .addSubcommand(new DrainCommand(terminal, environment))
        .addSubcommand(new BackfillCommand(terminal, environment))
        .addSubcommand(new OrdersCommand(terminal, environment))
        .addSubcommand(new CancelCommand(terminal, environment))
        .addSubcommand(new DeadLettersCommand(terminal, environment))
        .addSubcommand(new ReplayCommand(terminal, environment))
        .addSubcommand(new ResolveCommand(terminal, environment))
        .addSubcommand(new ReleaseStaleCommand(terminal, environment))
        .addSubcommand(new ActionsCommand(terminal, environment));
  }
}

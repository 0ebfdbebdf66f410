package dev.waybill.cli.order;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.order.DeadLetterRun.Way;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "resolve",
    header = "Give dead letters of the relay up, so that their keys go on.",
    description = {
      "",
      "Shows which would be resolved; with --execute exactly those, and none that came since, are"
          + " given up: the handler never gets them, and what waits behind them in their keys is"
          + " sent. It cannot be taken back. To try them again instead: waybill relay replay.",
      "",
      "Exit code 3 when none is selected, 6 when some were not dead letters any more.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  waybill relay resolve --handler timeline --cause too-large",
      "  waybill relay resolve --handler timeline --message ID --execute --reason \"sent by hand\"",
    })
final class ResolveCommand implements Callable<Integer> {

  private static final Way RESOLVE =
      new Way(
          "resolve",
          "are given up for good",
          "Give them up? The handler never gets them.",
          "resolved; what waited behind them goes on.");

  @Mixin private final DeadLetterRun run;

  ResolveCommand(Terminal terminal, Environment environment) {
    this.run = new DeadLetterRun(terminal, environment);
  }

  @Override
  public Integer call() {
    return run.run(RESOLVE);
  }
}

package dev.waybill.cli.order;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "drain",
    header = "Dispatch all that was committed, and all due parked work.",
    description = {
      "",
      "The order is done when everything that was committed before it is dispatched, every parked"
          + " message that was due was tried, and every handler that can be is made good. It ends"
          + " unfinished when a handler cannot be sent anything now; waybill relay orders shows"
          + " what was dispatched and what remains.",
      ""
    })
final class DrainCommand implements Callable<Integer> {

  @Mixin private final OrderRun run;

  DrainCommand(Terminal terminal, Environment environment) {
    this.run = new OrderRun(terminal, environment);
  }

  @Override
  public Integer call() {
    return run.run("/relay/drain");
  }
}

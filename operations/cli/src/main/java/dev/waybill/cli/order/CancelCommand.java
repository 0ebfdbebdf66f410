package dev.waybill.cli.order;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "cancel",
    header = "End a drain or a backfill.",
    description = {
      "",
      "It ends after the batch in hand; what was sent stays sent. The handler of a backfill goes on"
          + " with what is new.",
      ""
    })
final class CancelCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ORDER", description = "Its number, as waybill relay orders shows it.")
  private long order;

  @Mixin private final OrderRun run;

  CancelCommand(Terminal terminal, Environment environment) {
    this.run = new OrderRun(terminal, environment);
  }

  @Override
  public Integer call() {
    return run.run("/relay/orders/" + order + "/cancel");
  }
}

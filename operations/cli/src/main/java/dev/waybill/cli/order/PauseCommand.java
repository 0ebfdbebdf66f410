package dev.waybill.cli.order;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "pause",
    header = "Publish nothing more, until it is resumed.",
    description = {
      "",
      "Publishing stops after the batch in hand; nothing is lost, and it stays so over restarts. The"
          + " server keeps all WAL meanwhile.",
      ""
    })
final class PauseCommand implements Callable<Integer> {

  @Mixin private final OrderRun run;

  PauseCommand(Terminal terminal, Environment environment) {
    this.run = new OrderRun(terminal, environment);
  }

  @Override
  public Integer call() {
    return run.run("/relay/pause");
  }
}

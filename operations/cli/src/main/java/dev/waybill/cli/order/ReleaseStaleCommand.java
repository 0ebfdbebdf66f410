package dev.waybill.cli.order;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "release-stale",
    header = "Give parked messages back whose claim is nobody's any more.",
    description = {
      "",
      "Claims whose lease is over, or whose owner does not hold the relay's lease, are due again at"
          + " once. The relay does so by itself when the lease is over.",
      ""
    })
final class ReleaseStaleCommand implements Callable<Integer> {

  @Mixin private final OrderRun run;

  ReleaseStaleCommand(Terminal terminal, Environment environment) {
    this.run = new OrderRun(terminal, environment);
  }

  @Override
  public Integer call() {
    return run.run("/relay/release-stale");
  }
}

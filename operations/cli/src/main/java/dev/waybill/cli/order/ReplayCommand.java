package dev.waybill.cli.order;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.order.DeadLetterRun.Way;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "replay",
    header = "Let the relay try dead letters again.",
    description = {
      "",
      "Shows which would be replayed; with --execute exactly those, and none that came since, are"
          + " pending again, under the same message id. Mend the cause first: what still fails is a"
          + " dead letter again after all its attempts. What waits behind one in its key follows.",
      "",
      "Exit code 3 when none is selected, 6 when some were not dead letters any more.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  waybill relay replay --handler timeline --cause too-large",
      "  waybill relay replay --handler timeline --message ID --execute --reason \"limit raised\"",
    })
final class ReplayCommand implements Callable<Integer> {

  private static final Way REPLAY =
      new Way(
          "replay", "are pending again", "Replay them?", "pending; the relay tries them at once.");

  @Mixin private final DeadLetterRun run;

  ReplayCommand(Terminal terminal, Environment environment) {
    this.run = new DeadLetterRun(terminal, environment);
  }

  @Override
  public Integer call() {
    return run.run(REPLAY);
  }
}

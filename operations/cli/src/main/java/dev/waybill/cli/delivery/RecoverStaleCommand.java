package dev.waybill.cli.delivery;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.handler.HandlerRun;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "recover-stale",
    header = "Take deliveries back from instances that are gone.",
    description = {
      "",
      "Claims whose lease is over are due again at once. The handler does so by itself when it"
          + " claims next.",
      ""
    })
final class RecoverStaleCommand implements Callable<Integer> {

  @Option(
      names = "--handler",
      paramLabel = "NAME",
      required = true,
      description = "Of which handler.")
  private String handler = "";

  @Mixin private final HandlerRun run;

  RecoverStaleCommand(Terminal terminal, Environment environment) {
    this.run = new HandlerRun(terminal, environment);
  }

  @Override
  public Integer call() {
    return run.run(HandlerRun.path(handler) + "/recover-stale");
  }
}

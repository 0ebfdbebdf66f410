package dev.waybill.cli.handler;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "pause",
    header = "Let a handler read and run nothing, until it is resumed.",
    description = {
      "",
      "In every instance within a second; what runs ends. It stays so over restarts. Messages wait"
          + " on the handler's topic meanwhile.",
      ""
    })
final class PauseCommand implements Callable<Integer> {

  @Parameters(paramLabel = "HANDLER", description = "Its id.")
  private String handler = "";

  @Mixin private final HandlerRun run;

  PauseCommand(Terminal terminal, Environment environment) {
    this.run = new HandlerRun(terminal, environment);
  }

  @Override
  public Integer call() {
    return run.run(HandlerRun.path(handler) + "/pause");
  }
}

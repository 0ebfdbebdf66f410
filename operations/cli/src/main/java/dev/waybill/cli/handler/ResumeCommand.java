package dev.waybill.cli.handler;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "resume",
    header = "Let a handler go on after a pause.",
    description = {"", "Every instance goes on where it stopped, within a second.", ""})
final class ResumeCommand implements Callable<Integer> {

  @Parameters(paramLabel = "HANDLER", description = "Its id.")
  private String handler = "";

  @Mixin private final HandlerRun run;

  ResumeCommand(Terminal terminal, Environment environment) {
    this.run = new HandlerRun(terminal, environment);
  }

  @Override
  public Integer call() {
    return run.run(HandlerRun.path(handler) + "/resume");
  }
}

package dev.waybill.cli.order;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "resume",
    header = "Go on publishing after a pause.",
    description = {"", "The relay goes on where it stopped, within a second.", ""})
final class ResumeCommand implements Callable<Integer> {

  @Mixin private final OrderRun run;

  ResumeCommand(Terminal terminal, Environment environment) {
    this.run = new OrderRun(terminal, environment);
  }

  @Override
  public Integer call() {
    return run.run("/relay/resume");
  }
}

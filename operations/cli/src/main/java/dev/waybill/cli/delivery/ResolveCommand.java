package dev.waybill.cli.delivery;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.handler.HandlerRun;
import dev.waybill.cli.terminal.Terminal;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.JsonNodeFactory;

@Command(
    name = "resolve",
    header = "Give a dead letter up, so that its key goes on.",
    description = {
      "",
      "It is ignored from then on and cannot be replayed; its record stays on the dead-letter topic"
          + " as long as that keeps it.",
      ""
    })
final class ResolveCommand implements Callable<Integer> {

  @Parameters(paramLabel = "MESSAGE", description = "Its id.")
  private UUID message = new UUID(0, 0);

  @Option(
      names = "--handler",
      paramLabel = "NAME",
      required = true,
      description = "For which handler.")
  private String handler = "";

  @Mixin private final HandlerRun run;

  ResolveCommand(Terminal terminal, Environment environment) {
    this.run = new HandlerRun(terminal, environment);
  }

  @Override
  public Integer call() {
    return Items.tell(
        run,
        run.send(
            "/waybill/deliveries/" + message + "/resolve",
            JsonNodeFactory.instance.objectNode().put("handler", handler),
            plan -> {},
            plan -> Items.show(run, plan)));
  }
}

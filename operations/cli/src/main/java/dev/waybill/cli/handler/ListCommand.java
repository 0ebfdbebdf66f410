package dev.waybill.cli.handler;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.HandlerServerOptions;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

@Command(
    name = "list",
    header = "Every handler of a service, and what its inbox holds.",
    description = {
      "",
      "Counts what is not at its end, over all instances. A key is held while a message of it waits"
          + " behind an earlier one that is retried or dead.",
      "",
      "Exit code 3 when the service has no handler.",
      ""
    })
final class ListCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final Environment environment;

  @Mixin private final HandlerServerOptions server = new HandlerServerOptions();
  @Mixin private final OutputOption output = new OutputOption();

  ListCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    JsonNode answer = server.connect(environment).get("/waybill/handlers");
    boolean none = answer.path("handlers").isEmpty();
    if (output.json()) {
      output.write(terminal, answer);
    } else if (none) {
      terminal.err().println("This service has no handlers.");
    } else {
      Table table =
          new Table(
              "handler",
              "pending",
              "waiting",
              "processing",
              "retrying",
              "held keys",
              "dead",
              "unsent",
              "oldest due",
              "paused by");
      answer.path("handlers").forEach(handler -> row(table, handler));
      table.lines().forEach(terminal.out()::println);
      terminal.out().flush();
    }
    return (none ? ExitCode.NOTHING_FOUND : ExitCode.OK).code();
  }

  /** Who did it is told to those only whose tenant runs the handlers. */
  private static String paused(JsonNode paused) {
    return paused.isObject() ? paused.path("by").asString("somebody") : "-";
  }

  private static void row(Table table, JsonNode handler) {
    JsonNode counts = handler.path("counts");
    table.row(
        handler.path("handler").asString("-"),
        counts.path("pending").asString("-"),
        counts.path("waiting").asString("-"),
        counts.path("processing").asString("-"),
        counts.path("retry_scheduled").asString("-"),
        handler.path("heldKeys").asString("-"),
        handler.path("deadLetters").path("open").asString("-"),
        handler.path("deadLetters").path("unsent").asString("-"),
        handler.path("oldestDueAt").asString("-"),
        paused(handler.path("paused")));
  }
}

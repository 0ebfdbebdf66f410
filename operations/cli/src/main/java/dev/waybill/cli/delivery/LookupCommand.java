package dev.waybill.cli.delivery;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.HandlerServerOptions;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
    name = "lookup",
    header = "What has become of a message, for each handler of the service.",
    description = {
      "",
      "State, attempts, the next one, the last error, and for a dead letter where its topic has it"
          + " and what was made of it. No payload.",
      "",
      "Exit code 3 when no handler of the service knows it.",
      ""
    })
final class LookupCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final Environment environment;

  @Parameters(paramLabel = "MESSAGE", description = "Its id.")
  private UUID message = new UUID(0, 0);

  @Mixin private final HandlerServerOptions server = new HandlerServerOptions();
  @Mixin private final OutputOption output = new OutputOption();

  LookupCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    JsonNode answer = server.connect(environment).get("/waybill/deliveries/" + message);
    if (output.json()) {
      output.write(terminal, answer);
    } else {
      Table table =
          new Table(
              "handler",
              "state",
              "attempts",
              "next attempt",
              "last failed",
              "deaths",
              "dead letter",
              "last replay",
              "error");
      answer.path("deliveries").forEach(delivery -> row(table, delivery));
      table.lines().forEach(terminal.out()::println);
      terminal.out().flush();
    }
    return ExitCode.OK.code();
  }

  private static void row(Table table, JsonNode delivery) {
    table.row(
        Cells.text(delivery, "handler"),
        Cells.text(delivery, "state"),
        Cells.text(delivery, "attempts"),
        Cells.text(delivery, "nextAttemptAt"),
        Cells.text(delivery.path("error"), "lastFailedAt"),
        Cells.text(delivery, "deaths"),
        Cells.deadLetter(delivery),
        delivery.path("replay").path("outcome").asString("-"),
        Cells.error(delivery));
  }
}

package dev.waybill.cli.order;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.ServerOptions;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
    name = "actions",
    header = "Who ordered what of the relay, why, and what came of it.",
    description = {
      "",
      "The audit, the newest first, with what was denied. It names messages of every tenant, so it"
          + " is for those whose tenant operates the relay. With -o json also what was selected.",
      "",
      "Exit code 3 when nothing was ever done.",
      ""
    })
final class ActionsCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final Environment environment;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many. Default: ${DEFAULT-VALUE}.",
      defaultValue = "20")
  private int limit = 20;

  @Mixin private final ServerOptions server = new ServerOptions();
  @Mixin private final OutputOption output = new OutputOption();

  ActionsCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    JsonNode answer = server.connect(environment).get("/relay/actions?limit=" + limit);
    if (output.json()) {
      output.write(terminal, answer);
    } else {
      Table table = new Table("at", "actor", "action", "order", "reason", "outcome");
      answer
          .path("actions")
          .forEach(
              action ->
                  table.row(
                      text(action, "at"),
                      text(action, "actor"),
                      text(action, "action"),
                      text(action, "order"),
                      text(action, "reason"),
                      text(action, "outcome")));
      table.lines().forEach(terminal.out()::println);
      terminal.out().flush();
    }
    return (answer.path("actions").isEmpty() ? ExitCode.NOTHING_FOUND : ExitCode.OK).code();
  }

  private static String text(JsonNode action, String member) {
    return action.path(member).asString("-");
  }
}

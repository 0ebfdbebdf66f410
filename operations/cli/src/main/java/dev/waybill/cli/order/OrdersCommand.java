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
    name = "orders",
    header = "What was ordered, and how far it has come.",
    description = {
      "",
      "The newest first. requested: no relay has come to it yet; waiting: its handler is not active;"
          + " running: in force, or being carried out; then done, unfinished, refused or cancelled.",
      "",
      "Exit code 3 when nothing was ever ordered.",
      ""
    })
final class OrdersCommand implements Callable<Integer> {

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

  OrdersCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    JsonNode answer = server.connect(environment).get("/relay/orders?limit=" + limit);
    if (output.json()) {
      output.write(terminal, answer);
    } else {
      Table table = new Table("order", "kind", "handler", "state", "sent", "ordered by", "outcome");
      answer.path("orders").forEach(order -> row(table, order));
      table.lines().forEach(terminal.out()::println);
      terminal.out().flush();
    }
    return (answer.path("orders").isEmpty() ? ExitCode.NOTHING_FOUND : ExitCode.OK).code();
  }

  private static void row(Table table, JsonNode order) {
    table.row(
        text(order, "order"),
        text(order, "kind"),
        text(order, "handler"),
        text(order, "state"),
        text(order.path("backfill"), "sent"),
        text(order, "orderedBy"),
        text(order, "outcome"));
  }

  private static String text(JsonNode node, String member) {
    return node.path(member).asString("-");
  }
}

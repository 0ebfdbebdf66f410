package dev.waybill.cli.order;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "backfill",
    header = "Send a handler what was dispatched before it was there.",
    description = {
      "",
      "Sends what the handler subscribes to now and was not sent. An ordered handler is backfilled"
          + " before it receives anything: register it with status: disabled, order the backfill,"
          + " then apply status: active; what is new waits until the backfill has ended. It goes on"
          + " after a restart, sends nothing twice, and can be cancelled.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  waybill relay backfill --handler search --from 2026-11-01T00:00:00Z",
      "  waybill relay backfill --handler search --rate 500 --execute --reason \"new index\"",
    })
final class BackfillCommand implements Callable<Integer> {

  @Option(names = "--handler", paramLabel = "NAME", required = true, description = "For whom.")
  private String handler = "";

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      split = ",",
      description = "Which of its types; may be repeated. Default: all.")
  private List<String> types = List.of();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Messages staged from then on. Default: from the oldest day that is kept.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "Messages staged before. Default: up to where it begins.")
  private @Nullable String to;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Most messages in a second. Default: 1000.")
  private @Nullable Integer rate;

  @Mixin private final OrderRun run;

  BackfillCommand(Terminal terminal, Environment environment) {
    this.run = new OrderRun(terminal, environment);
  }

  @Override
  public Integer call() {
    ObjectNode terms = JsonNodeFactory.instance.objectNode().put("handler", handler);
    types.forEach(terms.putArray("types")::add);
    terms.put("from", from);
    terms.put("to", to);
    terms.put("rate", rate);
    Optional<JsonNode> ordered = run.order("/relay/backfill", terms, this::show);
    ordered.ifPresent(run::tell);
    return run.code(ordered);
  }

  private void show(JsonNode plan) {
    PrintWriter out = run.terminal().out();
    out.println(
        "Backfill of "
            + handler
            + " from "
            + plan.path("from").asString("")
            + " to "
            + plan.path("to").asString("its beginning")
            + ", at most "
            + plan.path("rate").asInt()
            + " messages/s: "
            + plan.path("messages").asString("unknown number of")
            + " messages");
    Table table = new Table("type", "version", "messages");
    plan.path("counts")
        .forEach(
            count ->
                table.row(
                    count.path("type").asString(""),
                    count.path("version").asString(""),
                    count.path("messages").asString("")));
    table.lines().forEach(line -> out.println("  " + line));
    plan.path("notes").forEach(note -> out.println("  - " + note.asString()));
  }
}

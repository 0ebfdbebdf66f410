package dev.waybill.cli.delivery;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.HandlerServerOptions;
import dev.waybill.cli.connect.QueryString;
import dev.waybill.cli.connect.Server;
import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

@Command(
    name = "list",
    header = "Dead letters, and what is not finished.",
    description = {
      "",
      "The one that arrived last first, with the last error. Those of your tenant, or everybody's"
          + " where your tenant operates the handlers. What is finished is not listed: look it up.",
      "",
      "Exit code 3 when there is none.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  waybill deliveries list --state dead_letter --handler timeline --error unknown-account",
    })
final class ListCommand implements Callable<Integer> {

  /** What the server gives in one answer. */
  private static final int PAGE = 200;

  private final Terminal terminal;
  private final Environment environment;

  @Option(
      names = "--handler",
      paramLabel = "NAME",
      description = "Only those of one handler of the service.")
  private @Nullable String handler;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description =
          "Only those that are dead_letter, retry_scheduled, waiting, pending or processing.")
  private @Nullable String state;

  @Option(
      names = "--error",
      paramLabel = "CODE",
      description = "Only those that failed with it, the last time.")
  private @Nullable String error;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many. Default: ${DEFAULT-VALUE}.",
      defaultValue = "100")
  private int limit = 100;

  @Mixin private final HandlerServerOptions server = new HandlerServerOptions();
  @Mixin private final OutputOption output = new OutputOption();

  ListCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (limit < 1) {
      throw CommandFailure.of(
          ExitCode.USAGE, "--limit is " + limit, "give a number that is at least 1");
    }
    ArrayNode found = JsonNodeFactory.instance.arrayNode();
    boolean more = read(server.connect(environment), found);
    if (output.json()) {
      output.write(
          terminal,
          JsonNodeFactory.instance.objectNode().put("more", more).set("deliveries", found));
    } else if (found.isEmpty()) {
      terminal.err().println("No such deliveries.");
    } else {
      print(found);
    }
    if (more) {
      terminal.err().println("There are more: raise --limit, or choose by --state or --error.");
    }
    terminal.err().flush();
    return (found.isEmpty() ? ExitCode.NOTHING_FOUND : ExitCode.OK).code();
  }

  /** Page after page, up to the limit; tells whether there are more. */
  private boolean read(Server service, ArrayNode found) {
    String next = null;
    do {
      JsonNode page =
          service.get(
              new QueryString("/waybill/deliveries")
                  .with("handler", handler)
                  .with("state", state)
                  .with("errorCode", error)
                  .with("before", next)
                  .with("limit", Math.min(PAGE, limit - found.size()))
                  .toString());
      page.path("deliveries").forEach(found::add);
      next = page.path("next").isString() ? page.path("next").asString() : null;
    } while (next != null && found.size() < limit);
    return next != null;
  }

  private void print(ArrayNode found) {
    Table table =
        new Table(
            "handler",
            "message",
            "state",
            "tenant",
            "attempts",
            "next attempt",
            "last failed",
            "dead letter",
            "error");
    found.forEach(
        delivery ->
            table.row(
                Cells.text(delivery, "handler"),
                Cells.text(delivery, "messageId"),
                Cells.text(delivery, "state"),
                Cells.text(delivery, "tenant"),
                Cells.text(delivery, "attempts"),
                Cells.text(delivery, "nextAttemptAt"),
                Cells.text(delivery.path("error"), "lastFailedAt"),
                Cells.deadLetter(delivery),
                Cells.error(delivery)));
    table.lines().forEach(terminal.out()::println);
    terminal.out().flush();
  }
}

package dev.waybill.cli.message;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.HandlerServersOption;
import dev.waybill.cli.connect.ServerOptions;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "show",
    header = "One message: at the relay, at each handler, and whether it is complete.",
    description = {
      "",
      "It is complete when the relay has sent it to each of its handlers, or has given that up, and"
          + " at each of them it is at its end: completed, ignored, skipped or a dead letter. No"
          + " payload.",
      "",
      "Exit code 0 when it is complete, 6 when it is not, 3 when the relay does not know the message,"
          + " 7 when nobody can tell: a service was not named or did not answer, shows another tenant's"
          + " messages only, or has forgotten what is as old; or the relay has.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  waybill messages show 01890000-0000-7000-8000-000000000000 \\",
      "    --handler-server http://127.0.0.1:8100,http://127.0.0.1:8110",
    })
final class ShowCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final Environment environment;

  @Parameters(paramLabel = "MESSAGE", description = "Its id.")
  private UUID message = new UUID(0, 0);

  @Mixin private final ServerOptions relay = new ServerOptions();
  @Mixin private final HandlerServersOption services = new HandlerServersOption();
  @Mixin private final OutputOption output = new OutputOption();

  ShowCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    JsonNode sent = relay.connect(environment).get("/relay/messages/" + message);
    List<HandlerPart> parts = Services.ask(services.connect(environment), message).parts(sent);
    Completeness verdict = Completeness.of(sent, parts);
    if (output.json()) {
      output.write(terminal, json(sent, parts, verdict));
    } else {
      print(sent, parts, verdict);
    }
    return verdict.word().code().code();
  }

  private void print(JsonNode sent, List<HandlerPart> parts, Completeness verdict) {
    line("Type", text(sent, "type") + " v" + text(sent, "schemaVersion"));
    line("Tenant", text(sent, "tenant"));
    line("Staged", text(sent, "stagedAt"));
    line("Relay", text(sent, "state") + error(sent.path("lastError").asString("")));
    Table table = new Table("handler", "state", "attempts", "next attempt", "ended", "error");
    parts.forEach(part -> row(table, part));
    sent.path("ignored")
        .forEach(
            one ->
                table.row(text(one, "handler"), "not for it", "-", "-", "-", text(one, "reason")));
    table.lines().forEach(terminal.out()::println);
    terminal.out().println(verdict.line(parts));
    terminal.out().flush();
  }

  private static void row(Table table, HandlerPart part) {
    JsonNode delivery =
        part.delivery() == null ? JsonNodeFactory.instance.objectNode() : part.delivery();
    JsonNode error = delivery.path("error");
    table.row(
        part.handler(),
        part.state(),
        text(delivery, "attempts"),
        text(delivery, "nextAttemptAt"),
        text(delivery, "endedAt"),
        error.path("code").isString() ? text(error, "code") + ": " + text(error, "message") : "-");
  }

  private static ObjectNode json(JsonNode sent, List<HandlerPart> parts, Completeness verdict) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.set("relay", sent);
    ArrayNode handlers = answer.putArray("handlers");
    for (HandlerPart part : parts) {
      ObjectNode handler = handlers.addObject();
      handler.put("handler", part.handler()).put("state", part.state());
      handler.set("delivery", part.delivery());
    }
    answer.put("verdict", verdict.word().words());
    ArrayNode because = answer.putArray("because");
    verdict.because().forEach(because::add);
    return answer;
  }

  private void line(String name, String value) {
    terminal.out().println(String.format(Locale.ROOT, "%-7s %s", name, value));
  }

  private static String error(String error) {
    return error.isEmpty() ? "" : ": " + error;
  }

  private static String text(JsonNode node, String member) {
    return node.path(member).asString("-");
  }
}

package dev.waybill.cli.order;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.Server;
import dev.waybill.cli.connect.ServerOptions;
import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExecuteOptions;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "replay",
    header = "Let the relay try dead letters again.",
    description = {
      "",
      "Shows which would be replayed; with --execute exactly those, and none that came since, are"
          + " pending again, under the same message id. Mend the cause first: what still fails is a"
          + " dead letter again after all its attempts. What waits behind one in its key follows.",
      "",
      "Exit code 3 when none is selected, 6 when some were not dead letters any more.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  waybill relay replay --handler timeline --cause too-large",
      "  waybill relay replay --handler timeline --message ID --execute --reason \"limit raised\"",
    })
final class ReplayCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final Environment environment;

  @Option(
      names = "--message",
      paramLabel = "ID",
      split = ",",
      description = "Only these, of the others that are selected; may be repeated.")
  private List<String> messages = List.of();

  @Mixin private final DeadLetterSelection selection = new DeadLetterSelection();
  @Mixin private final ExecuteOptions execution = new ExecuteOptions();
  @Mixin private final ServerOptions server = new ServerOptions();
  @Mixin private final OutputOption output = new OutputOption();

  ReplayCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    execution.check(terminal);
    Server relay = server.connect(environment);
    JsonNode found = selection.find(relay);
    List<JsonNode> chosen = chosen(found);
    if (!output.json()) {
      terminal.out().println("Plan: " + chosen.size() + " dead letters are pending again");
      DeadLetterSelection.table(chosen)
          .lines()
          .forEach(line -> terminal.out().println("  " + line));
      terminal.out().flush();
      if (found.path("more").asBoolean()) {
        terminal.err().println("There are more: they stay as they are.");
      }
    }
    if (!execution.execute()) {
      return nothing(chosen, "Nothing was done. To replay: --execute --reason \"…\"", ExitCode.OK);
    }
    if (!execution.confirmed(terminal, "Replay them?")) {
      return nothing(chosen, "Not confirmed: nothing was done.", ExitCode.FAILURE);
    }
    return told(relay.post("/relay/dead-letters/replay", body(chosen)), chosen.size());
  }

  private List<JsonNode> chosen(JsonNode found) {
    List<JsonNode> chosen = new ArrayList<>();
    for (JsonNode letter : found.path("deadLetters")) {
      if (messages.isEmpty() || messages.contains(letter.path("messageId").asString(""))) {
        chosen.add(letter);
      }
    }
    if (chosen.isEmpty()) {
      throw CommandFailure.of(
          ExitCode.NOTHING_FOUND,
          "no dead letter is selected",
          "waybill relay dead-letters lists them"
              + (found.path("more").asBoolean() ? "; raise --limit, there are more" : ""));
    }
    return chosen;
  }

  private ObjectNode body(List<JsonNode> chosen) {
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("reason", execution.reason())
            .put("execute", true);
    ArrayNode letters = body.putArray("deadLetters");
    for (JsonNode letter : chosen) {
      letters
          .addObject()
          .put("handler", letter.path("handler").asString(""))
          .put("messageId", letter.path("messageId").asString(""));
    }
    return body;
  }

  private int nothing(List<JsonNode> chosen, String words, ExitCode code) {
    if (output.json()) {
      ObjectNode plan = JsonNodeFactory.instance.objectNode().put("executed", false);
      plan.putArray("deadLetters").addAll(chosen);
      output.write(terminal, plan);
    }
    terminal.err().println(words);
    terminal.err().flush();
    return code.code();
  }

  private int told(JsonNode answer, int asked) {
    if (output.json()) {
      output.write(terminal, answer);
    } else {
      Table table = new Table("handler", "message", "outcome");
      answer
          .path("items")
          .forEach(
              item ->
                  table.row(
                      item.path("handler").asString(""),
                      item.path("messageId").asString(""),
                      item.path("outcome").asString("")));
      table.lines().forEach(terminal.out()::println);
      terminal.out().flush();
    }
    int pending = answer.path("pending").asInt();
    terminal
        .err()
        .println(pending + " of " + asked + " are pending; the relay tries them at once.");
    terminal.err().flush();
    return (pending == asked ? ExitCode.OK : ExitCode.PARTLY).code();
  }
}

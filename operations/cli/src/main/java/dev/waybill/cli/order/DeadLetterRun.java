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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Lets the relay's dead letters go: exactly those that were shown, and none that came since. */
final class DeadLetterRun {

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

  DeadLetterRun(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  /** Plans it, or does it, and tells what became of each. Returns the exit code. */
  int run(Way way) {
    execution.check(terminal);
    Server relay = server.connect(environment);
    JsonNode found = selection.find(relay);
    List<JsonNode> chosen = chosen(found);
    if (!output.json()) {
      terminal.out().println("Plan: " + chosen.size() + " dead letters " + way.plan());
      DeadLetterSelection.table(chosen)
          .lines()
          .forEach(line -> terminal.out().println("  " + line));
      terminal.out().flush();
      if (found.path("more").asBoolean()) {
        terminal.err().println("There are more: they stay as they are.");
      }
    }
    if (!execution.execute()) {
      return nothing(
          chosen, "Nothing was done. To " + way.verb() + ": --execute --reason \"…\"", ExitCode.OK);
    }
    if (!execution.confirmed(terminal, way.question())) {
      return nothing(chosen, "Not confirmed: nothing was done.", ExitCode.FAILURE);
    }
    return told(way, relay.post("/relay/dead-letters/" + way.verb(), body(chosen)), chosen.size());
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

  private int told(Way way, JsonNode answer, int asked) {
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
    int done = answer.path("done").asInt();
    terminal.err().println(done + " of " + asked + " are " + way.done());
    terminal.err().flush();
    return (done == asked ? ExitCode.OK : ExitCode.PARTLY).code();
  }

  /**
   * Where they go.
   *
   * @param verb also the last part of the path
   * @param plan what follows "dead letters"
   * @param done what follows "are"
   */
  record Way(String verb, String plan, String question, String done) {}
}

package dev.waybill.cli.connect;

import dev.waybill.cli.terminal.ExecuteOptions;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Terminal;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What every verb does that has a server act: plan, show, ask, act. */
public record PlannedRequest(Terminal terminal, ExecuteOptions execution, OutputOption output) {

  /**
   * What is said meanwhile.
   *
   * @param show prints a plan for people
   * @param hint what {@code --execute} is for
   * @param question asked before anything is done
   */
  public record Dialogue(Consumer<JsonNode> show, String hint, String question) {}

  /** As the other, where nothing of the plan goes into the request. */
  public Optional<JsonNode> send(Server server, String path, ObjectNode body, Dialogue dialogue) {
    return send(server, path, body, dialogue, plan -> {});
  }

  /**
   * Plans, and acts where that is wanted and confirmed.
   *
   * @param body the terms; reason and {@code execute} are added
   * @param planned may add to the body what the plan has fixed
   * @return the server's answer to the request, empty when nothing was done
   */
  public Optional<JsonNode> send(
      Server server, String path, ObjectNode body, Dialogue dialogue, Consumer<JsonNode> planned) {
    body.put("reason", execution.execute() ? execution.reason() : "planning");
    JsonNode plan = server.post(path, body.deepCopy().put("execute", false));
    planned.accept(plan);
    if (!output.json()) {
      dialogue.show().accept(plan);
      terminal.out().flush();
    }
    if (!execution.execute()) {
      nothing(plan, "Nothing was done. " + dialogue.hint() + ": --execute --reason \"…\"");
      return Optional.empty();
    }
    if (!execution.confirmed(terminal, dialogue.question())) {
      nothing(plan, "Not confirmed: nothing was done.");
      return Optional.empty();
    }
    return Optional.of(server.post(path, body.deepCopy().put("execute", true)));
  }

  private void nothing(JsonNode plan, String words) {
    if (output.json()) {
      output.write(terminal, plan);
    }
    terminal.err().println(words);
    terminal.err().flush();
  }
}

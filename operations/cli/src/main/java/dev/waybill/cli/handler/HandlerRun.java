package dev.waybill.cli.handler;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.HandlerServerOptions;
import dev.waybill.cli.connect.PlannedRequest;
import dev.waybill.cli.connect.PlannedRequest.Dialogue;
import dev.waybill.cli.connect.Server;
import dev.waybill.cli.terminal.ExecuteOptions;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Terminal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What every verb that asks something of a handler does: check, plan, show, ask, act, tell. */
public final class HandlerRun {

  @Mixin private final ExecuteOptions execution = new ExecuteOptions();
  @Mixin private final HandlerServerOptions server = new HandlerServerOptions();
  @Mixin private final OutputOption output = new OutputOption();

  private final Terminal terminal;
  private final Environment environment;

  public HandlerRun(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  /** The path of a handler. */
  public static String path(String handler) {
    return "/waybill/handlers/" + URLEncoder.encode(handler, StandardCharsets.UTF_8);
  }

  /**
   * Plans, and acts where that is wanted and confirmed.
   *
   * @param body the terms; reason and {@code execute} are added
   * @param planned may add to the body what the plan has fixed
   * @param show prints a plan for people
   * @return the server's answer, empty when nothing was done
   */
  public Optional<JsonNode> send(
      String path, ObjectNode body, Consumer<JsonNode> planned, Consumer<JsonNode> show) {
    execution.check(terminal);
    Server service = server.connect(environment);
    return new PlannedRequest(terminal, execution, output)
        .send(service, path, body, new Dialogue(show, "To do it", "Do this?"), planned);
  }

  /** Sends what has no terms, and tells what was done. */
  public int run(String path) {
    Optional<JsonNode> done =
        send(path, JsonNodeFactory.instance.objectNode(), plan -> {}, this::effects);
    done.ifPresent(this::tell);
    return code(done);
  }

  /** Success where something was done, or only planned. */
  public int code(Optional<JsonNode> done) {
    return (done.isPresent() || !execution.execute() ? ExitCode.OK : ExitCode.FAILURE).code();
  }

  /** Tells what the server did. */
  public void tell(JsonNode answer) {
    if (output.json()) {
      output.write(terminal, answer);
      return;
    }
    terminal.err().println("Done: " + answer.path("outcome").asString(""));
    terminal.err().flush();
  }

  private void effects(JsonNode plan) {
    terminal.out().println("Plan:");
    plan.path("effects").forEach(line -> terminal.out().println("  - " + line.asString()));
  }

  public OutputOption output() {
    return output;
  }

  public Terminal terminal() {
    return terminal;
  }
}

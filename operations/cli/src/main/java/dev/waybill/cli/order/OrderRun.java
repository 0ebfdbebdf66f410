package dev.waybill.cli.order;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.PlannedRequest;
import dev.waybill.cli.connect.Server;
import dev.waybill.cli.connect.ServerOptions;
import dev.waybill.cli.terminal.ExecuteOptions;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Terminal;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What every verb that orders something does: check, plan, show, ask, order, tell. */
final class OrderRun {

  @Mixin private final ExecuteOptions execution = new ExecuteOptions();
  @Mixin private final ServerOptions server = new ServerOptions();
  @Mixin private final OutputOption output = new OutputOption();

  private final Terminal terminal;
  private final Environment environment;

  OrderRun(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  /**
   * Plans, and orders where that is wanted and confirmed.
   *
   * @param body the terms; reason and {@code execute} are added
   * @param show prints a plan for people
   * @return the server's answer to the order, empty when nothing was ordered
   */
  Optional<JsonNode> order(String path, ObjectNode body, Consumer<JsonNode> show) {
    execution.check(terminal);
    return new PlannedRequest(terminal, execution, output)
        .send(
            connect(), path, body, new PlannedRequest.Dialogue(show, "To order it", "Order this?"));
  }

  /** As {@link #order}, and then tells what was ordered. */
  int run(String path) {
    Optional<JsonNode> ordered =
        order(path, JsonNodeFactory.instance.objectNode(), plan -> effects(plan, "effects"));
    ordered.ifPresent(this::tell);
    return code(ordered);
  }

  /** Success where something was ordered, or only planned. */
  int code(Optional<JsonNode> ordered) {
    return (ordered.isPresent() || !execution.execute() ? ExitCode.OK : ExitCode.FAILURE).code();
  }

  /** Prints the lines of a plan. */
  void effects(JsonNode plan, String member) {
    terminal.out().println("Plan:");
    plan.path(member).forEach(line -> terminal.out().println("  - " + line.asString()));
  }

  /** Tells what the server made of an order. */
  void tell(JsonNode answer) {
    if (output.json()) {
      output.write(terminal, answer);
      return;
    }
    String order = answer.path("order").asString("");
    terminal
        .err()
        .println(
            order.isEmpty()
                ? "Done: " + answer.path("outcome").asString("")
                : "Order "
                    + order
                    + " is "
                    + answer.path("state").asString("")
                    + "; follow it with: waybill relay orders");
    terminal.err().flush();
  }

  Server connect() {
    return server.connect(environment);
  }

  ExecuteOptions execution() {
    return execution;
  }

  OutputOption output() {
    return output;
  }

  Terminal terminal() {
    return terminal;
  }
}

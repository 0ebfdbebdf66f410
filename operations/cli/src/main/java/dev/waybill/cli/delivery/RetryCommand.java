package dev.waybill.cli.delivery;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.handler.HandlerRun;
import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "retry",
    header = "Try a failed message again now, or everything that a handler has scheduled.",
    description = {
      "",
      "What is scheduled is due at once. A dead letter begins anew, under the same message id and in"
          + " its place in its key; its record is read from the dead-letter topic where the inbox"
          + " has given it up. Mend the cause first.",
      "",
      "With --scheduled the plan fixes what is meant: what fails after it is left to its schedule.",
      "",
      "Exit code 3 when nothing of the message failed, 6 when some were left as they are.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  waybill deliveries retry 01890000-0000-7000-8000-000000000000 --handler timeline",
      "  waybill deliveries retry --scheduled --handler timeline --error unknown-account",
    })
final class RetryCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "MESSAGE",
      arity = "0..1",
      description = "Its id. Without --handler, for each handler in which it failed or is dead.")
  private @Nullable UUID message;

  @Option(names = "--handler", paramLabel = "NAME", description = "For which handler.")
  private @Nullable String handler;

  @Option(
      names = "--scheduled",
      description = "Every delivery of --handler that waits for its next attempt.")
  private boolean scheduled;

  @Option(
      names = "--error",
      paramLabel = "CODE",
      description = "With --scheduled: only those that failed with it.")
  private @Nullable String error;

  @Mixin private final HandlerRun run;

  RetryCommand(Terminal terminal, Environment environment) {
    this.run = new HandlerRun(terminal, environment);
  }

  @Override
  public Integer call() {
    String meant = handler;
    if (message != null && !scheduled && error == null) {
      return retryMessage(message);
    }
    if (message == null && scheduled && meant != null) {
      return retryScheduled(meant);
    }
    throw CommandFailure.of(
        ExitCode.USAGE,
        "it is not clear what is to be retried",
        "give a MESSAGE, or --scheduled with --handler and perhaps --error");
  }

  private int retryMessage(UUID id) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    if (handler != null) {
      body.put("handler", handler);
    }
    Optional<JsonNode> done =
        run.send(
            "/waybill/deliveries/" + id + "/retry",
            body,
            RetryCommand::requireItems,
            plan -> Items.show(run, plan));
    return Items.tell(run, done);
  }

  private static void requireItems(JsonNode plan) {
    if (plan.path("items").isEmpty()) {
      throw CommandFailure.of(
          ExitCode.NOTHING_FOUND,
          "the message failed in no handler of this service",
          "waybill deliveries lookup shows what has become of it");
    }
  }

  private int retryScheduled(String meant) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    if (error != null) {
      body.put("errorCode", error);
    }
    Optional<JsonNode> done =
        run.send(
            HandlerRun.path(meant) + "/retry",
            body,
            plan -> body.put("failedBefore", plan.path("failedBefore").asString("")),
            this::showScheduled);
    done.ifPresent(run::tell);
    return run.code(done);
  }

  private void showScheduled(JsonNode plan) {
    run.terminal()
        .out()
        .println(
            "Plan: "
                + plan.path("deliveries").asString("0")
                + " deliveries that failed until "
                + plan.path("failedBefore").asString("")
                + " are due at once");
    Table table = new Table("error", "deliveries");
    plan.path("errors")
        .forEach(
            count ->
                table.row(
                    count.path("errorCode").asString("-"), count.path("deliveries").asString("")));
    table.lines().forEach(line -> run.terminal().out().println("  " + line));
  }
}

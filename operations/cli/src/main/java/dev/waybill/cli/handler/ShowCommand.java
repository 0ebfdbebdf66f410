package dev.waybill.cli.handler;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.HandlerServerOptions;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
    name = "show",
    header = "One handler: topics, order, pause, counts, and each of its instances.",
    description = {"", "Exit code 3 when the service has no such handler.", ""})
final class ShowCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final Environment environment;

  @Parameters(paramLabel = "HANDLER", description = "Its id.")
  private String handler = "";

  @Mixin private final HandlerServerOptions server = new HandlerServerOptions();
  @Mixin private final OutputOption output = new OutputOption();

  ShowCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    JsonNode answer = server.connect(environment).get(HandlerRun.path(handler));
    if (output.json()) {
      output.write(terminal, answer);
    } else {
      print(answer);
    }
    return ExitCode.OK.code();
  }

  private void print(JsonNode answer) {
    PrintWriter out = terminal.out();
    JsonNode counts = answer.path("counts");
    JsonNode dead = answer.path("deadLetters");
    line("Handler", answer.path("handler").asString());
    line("Topics", text(answer, "topic") + ", " + text(answer, "deadLetterTopic"));
    line("Order", order(answer));
    line("Paused", paused(answer.path("paused")));
    line("Counts of", answer.path("tenant").asString("every tenant"));
    line(
        "Inbox",
        "%s pending, %s waiting, %s processing, %s to be retried; oldest due %s"
            .formatted(
                text(counts, "pending"),
                text(counts, "waiting"),
                text(counts, "processing"),
                text(counts, "retry_scheduled"),
                text(answer, "oldestDueAt")));
    line("Held keys", text(answer, "heldKeys"));
    line(
        "Dead letters",
        text(dead, "open") + " open, " + text(dead, "unsent") + " not on their topic");
    Table table = new Table("instance", "heartbeat", "last success", "last failure", "lag");
    answer.path("instances").forEach(instance -> row(table, instance));
    table.lines().forEach(out::println);
    out.flush();
  }

  private static String order(JsonNode answer) {
    if (!answer.path("ordered").asBoolean()) {
      return "none";
    }
    return answer.path("holdsAfterDeadLetter").asBoolean()
        ? "within a key, which a dead letter holds"
        : "within a key, which goes on after a dead letter";
  }

  private static String paused(JsonNode paused) {
    return paused.isNull() || paused.isMissingNode()
        ? "no"
        : "by %s since %s: %s"
            .formatted(
                paused.path("by").asString("somebody"),
                text(paused, "at"),
                paused.path("reason").asString("only those who run it are told why"));
  }

  private static void row(Table table, JsonNode instance) {
    table.row(
        text(instance, "name"),
        text(instance, "heartbeatAt"),
        text(instance, "lastSuccessAt"),
        text(instance, "lastFailureAt"),
        text(instance, "processingLagMillis") + " ms");
  }

  private void line(String name, String value) {
    terminal.out().println(String.format(Locale.ROOT, "%-13s %s", name, value));
  }

  private static String text(JsonNode node, String member) {
    return node.path(member).asString("-");
  }
}

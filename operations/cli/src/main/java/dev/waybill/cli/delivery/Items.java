package dev.waybill.cli.delivery;

import dev.waybill.cli.handler.HandlerRun;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Table;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** What became of each delivery that something was asked for, or would. */
final class Items {

  private static final Set<String> ACTED = Set.of("due-now", "reopened", "resolved");

  private Items() {}

  static void show(HandlerRun run, JsonNode answer) {
    Table table = new Table("handler", "message", "outcome", "detail");
    answer
        .path("items")
        .forEach(
            item ->
                table.row(
                    item.path("handler").asString(""),
                    item.path("messageId").asString(""),
                    item.path("outcome").asString(""),
                    item.path("detail").asString("")));
    table.lines().forEach(run.terminal().out()::println);
    run.terminal().out().flush();
  }

  /** Tells, and gives the exit code: 6 when some were left as they are. */
  static int tell(HandlerRun run, Optional<JsonNode> done) {
    if (done.isEmpty()) {
      return run.code(done);
    }
    JsonNode answer = done.get();
    if (run.output().json()) {
      run.output().write(run.terminal(), answer);
    } else {
      show(run, answer);
    }
    int asked = answer.path("items").size();
    long acted =
        StreamSupport.stream(answer.path("items").spliterator(), false)
            .filter(item -> ACTED.contains(item.path("outcome").asString("")))
            .count();
    run.terminal().err().println("Done: " + acted + " of " + asked);
    run.terminal().err().flush();
    if (asked == 0) {
      return ExitCode.NOTHING_FOUND.code();
    }
    return (acted == asked ? ExitCode.OK : ExitCode.PARTLY).code();
  }
}

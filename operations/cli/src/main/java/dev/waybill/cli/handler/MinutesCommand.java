package dev.waybill.cli.handler;

import dev.waybill.cli.connect.Environment;
import dev.waybill.cli.connect.HandlerServerOptions;
import dev.waybill.cli.connect.QueryString;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
    name = "minutes",
    header = "What has become of the messages of each minute.",
    description = {
      "",
      "Counts deliveries by the minute in which the writer recorded their message, and by state, as"
          + " they are now: those of your tenant, or everybody's where your tenant operates the"
          + " handlers. A message that is still on its way to the inbox is in no minute, so the"
          + " numbers of a minute are final only when the relay and the handler have passed it.",
      "",
      "Exit code 3 when the service has no such handler.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  waybill handlers minutes timeline --from 2026-11-30T10:15:00Z --to 2026-11-30T10:30:00Z",
    })
final class MinutesCommand implements Callable<Integer> {

  private static final List<String> STATES =
      List.of(
          "completed",
          "skipped_unsupported_version",
          "ignored",
          "dead_letter",
          "waiting",
          "pending",
          "processing",
          "retry_scheduled");

  private final Terminal terminal;
  private final Environment environment;

  @Parameters(paramLabel = "HANDLER", description = "Its id.")
  private String handler = "";

  @Option(
      names = "--from",
      paramLabel = "TIME",
      required = true,
      description = "Begin of the first minute, RFC 3339.")
  private String from = "";

  @Option(
      names = "--to",
      paramLabel = "TIME",
      required = true,
      description = "End of the last minute, RFC 3339; at most 240 minutes later.")
  private String to = "";

  @Mixin private final HandlerServerOptions server = new HandlerServerOptions();
  @Mixin private final OutputOption output = new OutputOption();

  MinutesCommand(Terminal terminal, Environment environment) {
    this.terminal = terminal;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    JsonNode answer =
        server
            .connect(environment)
            .get(
                new QueryString(HandlerRun.path(handler) + "/minutes")
                    .with("from", from)
                    .with("to", to)
                    .toString());
    if (output.json()) {
      output.write(terminal, answer);
    } else {
      print(answer);
    }
    return ExitCode.OK.code();
  }

  private void print(JsonNode answer) {
    Table table =
        new Table(
            "minute",
            "completed",
            "skipped",
            "ignored",
            "dead",
            "waiting",
            "pending",
            "processing",
            "retrying",
            "all");
    answer
        .path("minutes")
        .forEach(minute -> row(table, minute.path("minute").asString(""), List.of(minute)));
    row(table, "all", StreamSupport.stream(answer.path("minutes").spliterator(), false).toList());
    table.lines().forEach(terminal.out()::println);
    terminal.out().flush();
    long untimed = answer.path("untimed").asLong(0);
    if (untimed > 0) {
      terminal
          .err()
          .println(
              "Beside these are "
                  + untimed
                  + " deliveries without a recorded time, which are in no minute.");
      terminal.err().flush();
    }
  }

  private static void row(Table table, String name, List<JsonNode> minutes) {
    long[] counts =
        STATES.stream()
            .mapToLong(
                state -> minutes.stream().mapToLong(minute -> minute.path(state).asLong(0)).sum())
            .toArray();
    String[] cells = new String[counts.length + 2];
    cells[0] = name;
    long all = 0;
    for (int i = 0; i < counts.length; i++) {
      cells[i + 1] = Long.toString(counts[i]);
      all += counts[i];
    }
    cells[counts.length + 1] = Long.toString(all);
    table.row(cells);
  }
}

package dev.waybill.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.cli.WaybillCommand;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.testbed.PackagedLab;
import dev.waybill.local.process.Signal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a person sees who keeps a stack running, works on it, and comes back the next day. */
class UpIT {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration STOP = Duration.ofSeconds(15);
  private static final String RUNNING = "Ctrl-C stops everything.";
  private static final Pattern EXPORT = Pattern.compile("(?m)^ {2}export (\\w+)=(.*)$");
  private static final Path SUBSCRIPTIONS = Path.of("..", "..", "schemas", "subscriptions");

  private final Path data;

  UpIT(@TempDir Path data) {
    this.data = data;
  }

  @Test
  void keepsWhatWasDoneToItAndStopsInOrder(@TempDir Path folder) throws IOException {
    try (PackagedLab up = PackagedLab.run(PackagedLab.onFreePorts("up", data))) {
      up.awaitLine(RUNNING, PATIENCE);
      assertThat(up.output())
          .contains("revision 1, applied", "/activities/$ID/complete", "/dashboard/counts");
      assertThat(waybill(up, "doctor")).contains("0 problems", "installed here, with slot");
      subscribeCalendar(up, folder);
      completesWithAFollowUpThatIsPlanned(up);

      up.pressCtrlC();

      assertThat(up.awaitExit(STOP)).isIn(130, 143);
      assertStoppedInOrder(up);
    }
    try (PackagedLab again = PackagedLab.run(PackagedLab.onFreePorts("up", data))) {
      again.awaitLine(RUNNING, PATIENCE);
      assertThat(again.output()).contains("revision 2, as found");
      assertThat(log("logs.previous/relay.log")).contains("Relay stopped");

      again.signal("postgres", Signal.KILL);

      assertThat(again.awaitExit(STOP)).isEqualTo(1);
      assertThat(again.left()).isEmpty();
      assertThat(again.output())
          .contains("waybill: PostgreSQL ended by itself with exit code 137 (killed")
          .contains("next: see " + data.resolve("postgres/postgres.log"));
    }
  }

  private void assertStoppedInOrder(PackagedLab up) throws IOException {
    assertThat(up.left()).isEmpty();
    assertThat(up.output())
        .containsSubsequence("Stopping.", "Stopped. Data and logs: " + data)
        .doesNotContain("ended by itself");
    assertThat(log("logs/relay.log")).contains("Relay stopped");
    assertThat(log("postgres/postgres.log"))
        .contains("database system is shut down")
        .doesNotContain("due to administrator command");
  }

  /** By the worker role, when the command has come back through relay and topic. */
  private static void completesWithAFollowUpThatIsPlanned(PackagedLab up) {
    Map<String, String> environment = exported(up);
    Matcher address =
        Pattern.compile("http://127\\.0\\.0\\.1:\\d+(?=/activities/recent)").matcher(up.output());
    assertThat(address.find()).isTrue();
    HttpCalls service =
        new HttpCalls(
            URI.create(address.group()),
            Objects.requireNonNull(environment.get("WRITER_TOKEN"), up::output));
    ObjectNode create = JsonNodeFactory.instance.objectNode();
    create.put("type", "visit").put("title", "Visit the carrier");
    String id = service.post("/activities", create, 201).path("id").asString();
    ObjectNode complete = JsonNodeFactory.instance.objectNode();
    complete.put("version", 1).put("followUpAt", "2030-01-07T09:00:00Z");
    service.post("/activities/" + id + "/complete", complete, 200);

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(service.get("/activities/recent").toString())
                    .contains("2030-01-07T09:00:00Z"));
  }

  private static void subscribeCalendar(PackagedLab up, Path folder) throws IOException {
    try (Stream<Path> files = Files.list(SUBSCRIPTIONS)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName().toString()));
      }
    }
    Files.writeString(
        folder.resolve("calendar.yaml"),
        """
        handler: calendar
        owner: team
        subscribes:
          - type: activity.completed
            versions: [1]
        """);
    waybill(
        up,
        "subscriptions",
        "apply",
        folder.toString(),
        "--execute",
        "--yes",
        "--unasked",
        "calendar",
        "--reason",
        "calendar");
  }

  /** Runs a command for operators, in the environment that the stack prints for it. */
  private static String waybill(PackagedLab up, String... command) {
    Map<String, String> environment = exported(up);
    StringWriter output = new StringWriter();
    PrintWriter writer = new PrintWriter(output);
    Terminal terminal =
        new Terminal(writer, writer, new BufferedReader(Reader.nullReader()), false, false);
    int code = WaybillCommand.run(terminal, environment, command);
    assertThat(code).as(output.toString()).isZero();
    return output.toString();
  }

  private static Map<String, String> exported(PackagedLab up) {
    Map<String, String> environment = new HashMap<>();
    Matcher export = EXPORT.matcher(up.output());
    while (export.find()) {
      environment.put(export.group(1), export.group(2));
    }
    return environment;
  }

  private String log(String name) throws IOException {
    return Files.readString(data.resolve(name));
  }
}

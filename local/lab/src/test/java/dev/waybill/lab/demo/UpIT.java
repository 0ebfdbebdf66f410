package dev.waybill.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.lab.check.InboxView;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.testbed.PackagedLab;
import dev.waybill.local.process.Signal;
import dev.waybill.local.topics.TopicReader;
import dev.waybill.local.topics.TopicRecord;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a person sees who keeps a stack running, works on it, and comes back the next day. All work
 * on the same stack, which the last one stops.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class UpIT {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration STOP = Duration.ofSeconds(15);
  private static final String RUNNING = "Ctrl-C stops everything.";
  private static final Path SUBSCRIPTIONS = Path.of("..", "..", "schemas", "subscriptions");

  private static final String MENDED = "the table takes calls again";

  private final Path data;
  private final PackagedLab up;

  UpIT(@TempDir Path data) {
    this.data = data;
    this.up = PackagedLab.run(PackagedLab.onFreePorts("up", data));
  }

  @BeforeAll
  void awaitRunning() {
    up.awaitLine(RUNNING, PATIENCE);
  }

  @AfterAll
  void end() {
    up.close();
  }

  /**
   * The timeline cannot store calls. What it makes of that concerns nobody who asked for a change,
   * no other handler and no other activity; and each change has its effect once in the end: by its
   * next attempt, by somebody else's after its instance died, or, when it was given up, by a person
   * at the command line.
   */
  @Test
  void oneHandlerFailsAndMakesUpForItWhileTheOtherIsDone() throws SQLException {
    StackShell shell = StackShell.of(up);
    HttpCalls service = shell.service("/activities/recent", "WRITER_TOKEN");
    ActivityClient activities = new ActivityClient(service, DemoUser.newColleague());
    DashboardClient dashboard =
        new DashboardClient(shell.service("/dashboard/counts", "READER_TOKEN"));
    TimelineClient history = new TimelineClient(shell.service("/timeline", "READER_TOKEN"));
    OutboxView outbox = new OutboxView(shell.writer());
    InboxView counted = new InboxView(shell.handler("dashboard", Role.HANDLER), "dashboard");
    FailingTimeline timeline = new FailingTimeline(shell);

    timeline.refuseCalls();
    ActivityClient.Activity retried = activities.create("call", "Tried again when it is time");
    ActivityClient.Activity stale = activities.create("call", "Left by an instance that died");
    ActivityClient.Activity lost = activities.create("call", "Given up");
    ActivityClient.Activity other = activities.create("visit", "Nothing is wrong with it");

    UUID first = id(outbox.find(retried.id(), 1));
    UUID left = id(outbox.find(stale.id(), 1));
    UUID dead = id(outbox.find(lost.id(), 1));
    await().atMost(PATIENCE).until(() -> timeline.applied(other.id()).equals(List.of("1 1")));
    for (UUID failed : List.of(first, left, dead)) {
      awaitState(shell, failed, "retry_scheduled");
      assertThat(lookup(shell, failed).path("attempts").asInt()).isEqualTo(1);
      assertThat(lookup(shell, failed).at("/error/message").asString()).contains("takes_no_calls");
    }

    // Its first message has failed, and the answer is none the worse.
    activities.complete(lost, "Nobody answered.");
    UUID behind = id(outbox.find(lost.id(), 2));
    List<UUID> messages = List.of(first, left, dead, behind, id(outbox.find(other.id(), 1)));
    Map<String, Long> counts = Map.of("completed", 1L, "open", 3L);
    await().atMost(PATIENCE).until(() -> dashboard.counts(activities.assignee()).equals(counts));
    List<InboxView.Handled> done = handled(counted, messages);
    awaitState(shell, behind, "waiting");

    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(250))
        .until(
            () -> {
              timeline.passTime(dead);
              return lookup(shell, dead).at("/deadLetter/sent").asBoolean(false);
            });
    assertThat(state(shell, dead)).isEqualTo("dead_letter");
    assertDeadLetter(shell, dead);
    assertThat(service.get("/activities/recent").toString())
        .contains("\"outcome\":\"Nobody answered.\"");

    timeline.takeCalls();
    timeline.passTime(first);
    timeline.claimForTheDead(left);
    awaitState(shell, first, "completed");
    awaitState(shell, left, "completed");
    assertThat(lookup(shell, first).path("attempts").asInt()).isEqualTo(2);
    assertThat(lookup(shell, left).path("attempts").asInt())
        .as("one was the dead one's")
        .isEqualTo(3);
    assertThat(state(shell, dead)).as("nobody replayed it").isEqualTo("dead_letter");
    assertThat(state(shell, behind)).isEqualTo("waiting");

    assertThat(everywhere(shell, dead))
        .isEqualTo("complete dashboard completed notification completed timeline dead_letter");

    String[] retry = {"deliveries", "retry", dead.toString(), "--handler", "timeline"};
    assertThat(shell.waybill(retry)).contains("reopened", dead.toString());
    assertThat(state(shell, dead)).as("only planned").isEqualTo("dead_letter");
    assertThat(timeline.actions()).isEmpty();
    String[] execute = {"--execute", "--yes", "--reason", MENDED};
    assertThat(shell.waybill(Stream.of(retry, execute).flatMap(Stream::of).toArray(String[]::new)))
        .contains("Done: 1 of 1");
    awaitState(shell, behind, "completed");

    assertThat(everywhere(shell, dead))
        .isEqualTo("complete dashboard completed notification completed timeline completed");
    assertThat(lookup(shell, dead).at("/deadLetter/resolution").asString()).isEqualTo("replayed");
    assertThat(history.versions(lost.id())).containsExactly(1L, 2L);
    assertThat(timeline.applied(lost.id())).containsExactly("1 1", "2 1");
    assertThat(timeline.applied(retried.id())).containsExactly("1 1");
    assertThat(timeline.applied(stale.id())).containsExactly("1 1");
    assertThat(timeline.actions())
        .singleElement()
        .asString()
        .startsWith("demo/demo-user | retry | message " + dead + " | " + MENDED)
        .contains("takes_no_calls")
        .endsWith("| reopened");
    assertThat(handled(counted, messages)).as("the dashboard did nothing again").isEqualTo(done);
    assertThat(dashboard.counts(activities.assignee())).isEqualTo(counts);
  }

  /** Once each, with its bytes and why it died. */
  private static void assertDeadLetter(StackShell shell, UUID dead) {
    List<TopicRecord> copies =
        new TopicReader(shell.variable("WAYBILL_BOOTSTRAP_SERVERS"))
            .readAll("waybill.timeline", "waybill.timeline.dlt").stream()
                .filter(record -> dead.toString().equals(record.key()))
                .toList();
    assertThat(copies)
        .extracting(TopicRecord::topic)
        .containsExactlyInAnyOrder("waybill.timeline", "waybill.timeline.dlt");
    assertThat(copies.get(0).text()).isEqualTo(copies.get(1).text());
    assertThat(copies)
        .filteredOn(record -> record.topic().endsWith(".dlt"))
        .singleElement()
        .satisfies(
            letter ->
                assertThat(letter.header("waybill-dlt-attempts").orElseThrow()).isEqualTo("4"));
  }

  private static List<InboxView.Handled> handled(InboxView inbox, List<UUID> messages)
      throws SQLException {
    List<InboxView.Handled> handled = new ArrayList<>();
    for (UUID message : messages) {
      handled.add(inbox.find(message).orElseThrow());
    }
    return handled;
  }

  /**
   * What the command line says of a message over the relay and all handlers, the verdict first; a
   * dead letter is an end, too.
   */
  private static String everywhere(StackShell shell, UUID message) {
    JsonNode answer =
        shell.json(
            "messages",
            "show",
            message.toString(),
            "--handler-server",
            shell.word("--handler-server "));
    StringBuilder said = new StringBuilder(answer.path("verdict").asString());
    answer
        .path("handlers")
        .forEach(
            part ->
                said.append(' ')
                    .append(part.path("handler").asString())
                    .append(' ')
                    .append(part.path("state").asString()));
    return said.toString();
  }

  /** What the command line says of a message in the timeline. */
  private static JsonNode lookup(StackShell shell, UUID message) {
    return shell.json("deliveries", "lookup", message.toString()).at("/deliveries/0");
  }

  private static void awaitState(StackShell shell, UUID message, String state) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(state(shell, message)).isEqualTo(state));
  }

  private static UUID id(CommittedMessage message) {
    return UUID.fromString(message.id());
  }

  private static String state(StackShell shell, UUID message) {
    return lookup(shell, message).path("state").asString("");
  }

  /** All that can become of an activity, from the request to what both projections show. */
  @Test
  void everyChangeShowsInBothProjectionsAndADeletionLeavesNothing() {
    StackShell shell = StackShell.of(up);
    HttpCalls service = shell.service("/activities/recent", "WRITER_TOKEN");
    HttpCalls timeline = shell.service("/timeline", "READER_TOKEN");
    DashboardClient dashboard =
        new DashboardClient(shell.service("/dashboard/counts", "READER_TOKEN"));
    String first = DemoUser.newColleague();
    String second = DemoUser.newColleague();
    ObjectNode create = JsonNodeFactory.instance.objectNode();
    create.put("type", "visit").put("title", "Visit the harbour");
    String path = "/activities/" + service.post("/activities", create, 201).path("id").asString();
    String address = shell.address("/activities/recent") + path;

    service.post(path + "/assign", seen(1).put("assignee", first), 200);
    service.post(path + "/start", seen(2), 200);
    service.post(path + "/reassign", seen(3).put("assignee", second), 200);
    service.post(path + "/reschedule", seen(4).put("dueAt", "2030-01-07T09:00:00Z"), 200);
    String update = seen(5).put("title", "Visit the docks").toString();
    assertThat(shell.status("PATCH", address, "WRITER_TOKEN", update)).isEqualTo(200);

    awaitCounts(dashboard, second, Map.of("started", 1L));
    assertThat(dashboard.counts(first)).isEmpty();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(
                        timeline
                            .get("/timeline" + path)
                            .path("changes")
                            .findValuesAsString("change"))
                    .containsExactly(
                        "created", "assigned", "started", "reassigned", "rescheduled", "updated"));
    assertThat(timeline.get("/timeline" + path).toString())
        .contains("\"title\":\"Visit the docks\"", "\"dueAt\":\"2030-01-07T09:00:00Z\"");

    service.post(path + "/cancel", seen(6).put("reason", "They moved."), 200);
    awaitCounts(dashboard, second, Map.of("cancelled", 1L));

    assertThat(shell.status("DELETE", address + "?version=7", "WRITER_TOKEN", "")).isEqualTo(204);
    awaitCounts(dashboard, second, Map.of());
    String shown = shell.address("/timeline") + "/timeline" + path;
    await().atMost(PATIENCE).until(() -> shell.status("GET", shown, "READER_TOKEN", "") == 404);
    assertThat(timeline.get("/timeline?limit=100").toString()).doesNotContain("the docks");
  }

  /** One file for each message that somebody is to be told of, where the stack says. */
  @Test
  void everyMailIsAFileUnderItsMessagesId() throws SQLException, IOException {
    StackShell shell = StackShell.of(up);
    HttpCalls service = shell.service("/activities/recent", "WRITER_TOKEN");
    ActivityClient activities = new ActivityClient(service, DemoUser.newColleague());
    String second = DemoUser.newColleague();
    ActivityClient.Activity planned = activities.create("visit", "Visit the shipyard");
    String path = "/activities/" + planned.id();
    service.post(path + "/reassign", seen(1).put("assignee", second), 200);
    service.post(path + "/complete", seen(2), 200);
    OutboxView outbox = new OutboxView(shell.writer());
    UUID created = id(outbox.find(planned.id(), 1));
    UUID completed = id(outbox.find(planned.id(), 3));
    Path mails = Path.of(shell.word("^ {2}ls "));
    assertThat(mails).isEqualTo(data.resolve("mails"));

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(mailsTo(mails, second))
                    .hasSize(2)
                    .anySatisfy(mail -> assertThat(mail).contains("Subject: Assigned: Visit the"))
                    .anySatisfy(
                        mail ->
                            assertThat(mail)
                                .contains(
                                    "Subject: Completed: Visit the shipyard",
                                    "Message-ID: <" + completed + "@notification.waybill>")));
    assertThat(mailsTo(mails, activities.assignee()))
        .singleElement()
        .asString()
        .contains(
            "Subject: Planned: Visit the shipyard",
            "Message-ID: <" + created + "@notification.waybill>");
  }

  private static List<String> mailsTo(Path folder, String user) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        String mail = Files.readString(file);
        if (mail.contains("To: " + user + "@demo.example.org")) {
          found.add(mail);
        }
      }
    }
    return found;
  }

  private static ObjectNode seen(long version) {
    return JsonNodeFactory.instance.objectNode().put("version", version);
  }

  private static void awaitCounts(
      DashboardClient dashboard, String assignee, Map<String, Long> counts) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(dashboard.counts(assignee)).isEqualTo(counts));
  }

  /** The timeline may see it, the dashboard may not, and an operator can tell that from a loss. */
  @Test
  void anInternalActivityReachesOnlyWhoMaySeeIt() throws SQLException {
    StackShell shell = StackShell.of(up);
    HttpCalls service = shell.service("/activities/recent", "WRITER_TOKEN");
    ObjectNode create = JsonNodeFactory.instance.objectNode();
    create.put("type", "visit").put("title", "Between us").put("visibility", "internal");
    String internal = service.post("/activities", create, 201).path("id").asString();
    ActivityClient activities = new ActivityClient(service, DemoUser.newColleague());
    ActivityClient.Activity open = activities.create("visit", "For all to see");
    UUID kept = id(new OutboxView(shell.writer()).find(internal, 1));
    FailingTimeline timeline = new FailingTimeline(shell);
    HttpCalls relay =
        new HttpCalls(URI.create(shell.variable("WAYBILL_SERVER")), shell.variable("VIEWER_TOKEN"));

    await().atMost(PATIENCE).until(() -> timeline.applied(internal).equals(List.of("1 1")));
    await().atMost(PATIENCE).until(() -> timeline.applied(open.id()).equals(List.of("1 1")));
    // Both were routed by now, in one transaction each with all their copies.
    assertThat(
            new TopicReader(shell.variable("WAYBILL_BOOTSTRAP_SERVERS"))
                .readAll("waybill.dashboard"))
        .noneMatch(record -> kept.toString().equals(record.key()));
    assertThat(relay.get("/relay/messages/" + kept).path("ignored").toString())
        .contains("{\"handler\":\"dashboard\",\"reason\":\"not cleared\"}")
        .doesNotContain("timeline");
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void keepsWhatWasDoneToItAndStopsInOrder(@TempDir Path folder) throws IOException {
    StackShell shell = StackShell.of(up);
    assertThat(up.output())
        .contains("revision 1, applied", "/activities/$ID/complete", "/dashboard/counts");
    assertThat(shell.waybill("doctor")).contains("0 problems", "installed here, with slot");
    subscribeCalendar(shell, folder);
    completesWithAFollowUpThatIsPlanned(shell);

    up.pressCtrlC();

    assertThat(up.awaitExit(STOP)).isIn(130, 143);
    assertStoppedInOrder();
    try (PackagedLab again = PackagedLab.run(PackagedLab.onFreePorts("up", data))) {
      again.awaitLine(RUNNING, PATIENCE);
      assertThat(again.output()).contains("revision 2, as found");
      assertThat(log("logs.previous/relay.log")).contains("Relay stopped");
      assertThat(data.resolve("mails")).isNotEmptyDirectory();

      again.signal("postgres", Signal.KILL);

      assertThat(again.awaitExit(STOP)).isEqualTo(1);
      assertThat(again.left()).isEmpty();
      assertThat(again.output())
          .contains("waybill: PostgreSQL ended by itself with exit code 137 (killed")
          .contains("next: see " + data.resolve("postgres/postgres.log"));
    }
  }

  private void assertStoppedInOrder() throws IOException {
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
  private static void completesWithAFollowUpThatIsPlanned(StackShell shell) {
    HttpCalls service = shell.service("/activities/recent", "WRITER_TOKEN");
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

  private static void subscribeCalendar(StackShell shell, Path folder) throws IOException {
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
    shell.waybill(
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

  private String log(String name) throws IOException {
    return Files.readString(data.resolve(name));
  }
}

package dev.waybill.cli.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.testbed.AnsweringServer;
import dev.waybill.cli.testbed.AnsweringServer.Answer;
import dev.waybill.cli.testbed.Cli;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the commands send and make of the answers; the service's own part is tested with the handler
 * starter.
 */
class HandlerCommandsTest {

  private static final String ID = "01890000-0000-7000-8000-000000000000";
  private static final String PLAN =
      "{\"action\": \"pause\", \"effects\": [\"messages wait\"], \"executed\": false}";
  private static final String HANDLER =
      """
      {"handler": "timeline", "topic": "waybill.timeline",
       "deadLetterTopic": "waybill.timeline.dlt", "ordered": true, "holdsAfterDeadLetter": true,
       "paused": {"at": "2026-11-30T00:00:00Z", "by": "platform/anna", "reason": "an upgrade"},
       "counts": {"pending": 1, "waiting": 2, "processing": 3, "retry_scheduled": 4},
       "oldestDueAt": null, "heldKeys": 5, "deadLetters": {"open": 6, "unsent": 7},
       "instances": [{"name": "a", "heartbeatAt": "2026-11-30T00:00:01Z", "lastSuccessAt": null,
                      "lastFailureAt": null, "processingLagMillis": 12}]}
      """;
  private static final String ITEMS =
      """
      {"items": [
        {"handler": "timeline", "messageId": "%s", "outcome": "%s", "detail": "as it is"}],
       "executed": true}
      """;

  @SuppressWarnings("NullAway.Init") // JUnit calls serve first
  private AnsweringServer server;

  @SuppressWarnings("NullAway.Init")
  private Deque<Answer> answers;

  @SuppressWarnings("NullAway.Init")
  private List<String> asked;

  @SuppressWarnings("NullAway.Init")
  private Cli cli;

  @BeforeEach
  void serve() throws IOException {
    server = AnsweringServer.start();
    answers = server.answers();
    asked = server.asked();
    cli =
        Cli.ofScript()
            .with("WAYBILL_HANDLER_SERVER", server.url())
            .with("WAYBILL_TOKEN", AnsweringServer.TOKEN);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void listsHandlersAndShowsOne() {
    answers.add(new Answer(200, "{\"handlers\": [" + HANDLER + "]}"));
    assertThat(cli.run("handlers", "list").out())
        .containsPattern("timeline +1 +2 +3 +4 +5 +6 +7 +- +platform/anna");
    answers.add(new Answer(200, "{\"handlers\": []}"));
    assertThat(cli.run("handlers", "list").exitCode()).isEqualTo(ExitCode.NOTHING_FOUND.code());
    answers.add(new Answer(200, HANDLER));
    assertThat(cli.run("handlers", "show", "timeline").out())
        .contains("by platform/anna since 2026-11-30T00:00:00Z: an upgrade")
        .contains("within a key, which a dead letter holds")
        .contains("6 open, 7 not on their topic")
        .containsPattern("a +2026-11-30T00:00:01Z +- +- +12 ms");
    String tenants =
        HANDLER
            .replace("\"platform/anna\", \"reason\": \"an upgrade\"", "null, \"reason\": null")
            .replace("\"counts\"", "\"tenant\": \"acme\", \"counts\"");
    answers.add(new Answer(200, tenants));
    assertThat(cli.run("handlers", "show", "timeline").out())
        .contains("by somebody since 2026-11-30T00:00:00Z: only those who run it are told why")
        .containsPattern("Counts of +acme");
    answers.add(new Answer(200, "{\"handlers\": [" + tenants + "]}"));
    assertThat(cli.run("handlers", "list").out()).contains("somebody");
    answers.add(new Answer(200, HANDLER));
    assertThat(
            cli.run("handlers", "show", "timeline", "-o", "json").json().path("heldKeys").asInt())
        .isEqualTo(5);
  }

  @Test
  void plansAPauseAndPausesWithAReason() {
    answers.add(new Answer(200, PLAN));
    Cli.Run planned = cli.run("handlers", "pause", "timeline");
    assertThat(planned.exitCode()).as(planned.err()).isZero();
    assertThat(planned.out()).contains("Plan:", "- messages wait");
    assertThat(planned.err()).contains("Nothing was done. To do it: --execute --reason");

    answers.add(new Answer(200, PLAN));
    answers.add(new Answer(200, "{\"action\": \"pause\", \"outcome\": \"paused\"}"));
    Cli.Run done =
        cli.run("handlers", "pause", "timeline", "--execute", "-y", "--reason", "an upgrade");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.err()).contains("Done: paused");
    assertThat(asked)
        .last()
        .isEqualTo(
            "POST /waybill/handlers/timeline/pause {\"reason\":\"an upgrade\",\"execute\":true}");

    answers.add(new Answer(200, PLAN));
    Cli.Run no =
        cli.answering("no").run("handlers", "resume", "timeline", "--execute", "--reason", "x");
    assertThat(no.exitCode()).isEqualTo(ExitCode.FAILURE.code());
    assertThat(no.err()).contains("Not confirmed: nothing was done.");
  }

  @Test
  void looksAMessageUp() {
    answers.add(
        new Answer(
            200,
            """
            {"messageId": "%s", "deliveries": [
              {"handler": "timeline", "state": "dead_letter", "attempts": 4, "nextAttemptAt": null,
               "error": {"code": "unknown-place", "message": "there is no such place",
                         "lastFailedAt": "2026-11-30T00:00:00Z"},
               "deaths": 2,
               "deadLetter": {"resolution": "open", "sent": true, "partition": 0, "offset": "12"},
               "replay": {"outcome": "accepted"}}]}
            """
                .formatted(ID)));

    Cli.Run run = cli.run("deliveries", "lookup", ID);

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern(
            "timeline +dead_letter +4 +- +2026-11-30T00:00:00Z +2 +open, at 0@12 +accepted"
                + " +unknown-place: there is no such place");
    assertThat(asked).containsExactly("GET /waybill/deliveries/" + ID + " ");
    answers.add(new Answer(404, "{\"detail\": \"nobody knows it.\", \"remedy\": \"Look.\"}"));
    assertThat(cli.run("deliveries", "lookup", ID).exitCode())
        .isEqualTo(ExitCode.NOTHING_FOUND.code());
    assertThat(cli.run("deliveries", "lookup", "none").exitCode()).isEqualTo(ExitCode.USAGE.code());
  }

  @Test
  void countsMinutesAndAddsThemUp() {
    String minutes =
        """
        {"handler": "timeline", "tenant": null, "untimed": 7, "minutes": [
          {"minute": "2026-11-30T10:15:00Z", "completed": 1, "skipped_unsupported_version": 2,
           "ignored": 3, "dead_letter": 4, "pending": 5, "waiting": 6, "processing": 8,
           "retry_scheduled": 9},
          {"minute": "2026-11-30T10:16:00Z", "completed": 10, "skipped_unsupported_version": 0,
           "ignored": 0, "dead_letter": 0, "pending": 0, "waiting": 0, "processing": 0,
           "retry_scheduled": 0}]}
        """;
    answers.add(new Answer(200, minutes));

    Cli.Run run = minutes("2026-11-30T10:15:00+00:00", "2026-11-30T10:17:00Z");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern("2026-11-30T10:15:00Z +1 +2 +3 +4 +6 +5 +8 +9 +38")
        .containsPattern("2026-11-30T10:16:00Z +10 +0 +0 +0 +0 +0 +0 +0 +10")
        .containsPattern("all +11 +2 +3 +4 +6 +5 +8 +9 +48");
    assertThat(run.err()).contains("7 deliveries without a recorded time");
    assertThat(asked)
        .containsExactly(
            "GET /waybill/handlers/timeline/minutes?from=2026-11-30T10%3A15%3A00%2B00%3A00"
                + "&to=2026-11-30T10%3A17%3A00Z ");
    answers.add(new Answer(200, minutes));
    assertThat(minutes("x", "y", "-o", "json").json().path("untimed").asInt()).isEqualTo(7);
    answers.add(new Answer(400, "{\"detail\": \"from is x\", \"remedy\": \"Give another.\"}"));
    Cli.Run refused = minutes("x", "y");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(refused.err()).contains("from is x", "Give another.");
  }

  private Cli.Run minutes(String from, String to, String... more) {
    List<String> words =
        new ArrayList<>(List.of("handlers", "minutes", "timeline", "--from", from, "--to", to));
    words.addAll(List.of(more));
    return cli.run(words.toArray(String[]::new));
  }

  @Test
  void listsPageAfterPageUpToTheLimit() {
    String page =
        """
        {"deliveries": [
          {"handler": "timeline", "messageId": "%s", "state": "dead_letter", "tenant": "acme",
           "attempts": 4, "nextAttemptAt": null,
           "error": {"code": "unknown-place", "message": "there is no such place",
                     "lastFailedAt": "2026-11-30T00:00:00Z"},
           "deadLetter": {"resolution": "open", "sent": false}}], "next": %s}
        """;
    answers.add(new Answer(200, page.formatted(ID, "\"12\"")));
    answers.add(new Answer(200, page.formatted(ID.replace('1', '2'), "null")));

    Cli.Run all =
        cli.run("deliveries", "list", "--state", "dead_letter", "--error", "unknown-place");

    assertThat(all.exitCode()).as(all.err()).isZero();
    assertThat(all.out())
        .containsPattern(
            "timeline +"
                + ID
                + " +dead_letter +acme +4 +- +2026-11-30T00:00:00Z"
                + " +open, not on its topic +unknown-place: there is no such place")
        .contains(ID.replace('1', '2'));
    assertThat(all.err()).doesNotContain("There are more");
    String asking = "GET /waybill/deliveries?state=dead_letter&errorCode=unknown-place";
    assertThat(asked).containsExactly(asking + "&limit=100 ", asking + "&before=12&limit=99 ");

    answers.add(new Answer(200, page.formatted(ID, "\"12\"")));
    Cli.Run some = cli.run("deliveries", "list", "--limit", "1", "-o", "json");
    assertThat(some.json().path("deliveries")).hasSize(1);
    assertThat(some.json().path("more").asBoolean()).isTrue();
    assertThat(some.err()).contains("There are more: raise --limit");
    answers.add(new Answer(200, "{\"deliveries\": [], \"next\": null}"));
    Cli.Run none = cli.run("deliveries", "list", "--handler", "timeline", "--limit", "1000");
    assertThat(none.exitCode()).isEqualTo(ExitCode.NOTHING_FOUND.code());
    assertThat(asked).last().isEqualTo("GET /waybill/deliveries?handler=timeline&limit=200 ");
  }

  @Test
  void retriesAMessageForOneHandlerOrForAll() {
    answers.add(new Answer(200, ITEMS.formatted(ID, "due-now")));
    Cli.Run planned = cli.run("deliveries", "retry", ID);
    assertThat(planned.exitCode()).as(planned.err()).isZero();
    assertThat(planned.out()).containsPattern("timeline +" + ID + " +due-now +as it is");
    assertThat(asked)
        .last()
        .isEqualTo(
            "POST /waybill/deliveries/"
                + ID
                + "/retry {\"reason\":\"planning\",\"execute\":false}");

    answers.add(new Answer(200, ITEMS.formatted(ID, "reopened")));
    answers.add(new Answer(200, ITEMS.formatted(ID, "reopened")));
    Cli.Run done = execute("deliveries", "retry", ID, "--handler", "timeline");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.err()).contains("Done: 1 of 1");
    assertThat(asked).last().asString().contains("{\"handler\":\"timeline\",\"reason\":\"x\"");

    answers.add(new Answer(200, ITEMS.formatted(ID, "due-now")));
    answers.add(new Answer(200, ITEMS.formatted(ID, "already-done")));
    assertThat(execute("deliveries", "retry", ID).exitCode()).isEqualTo(ExitCode.PARTLY.code());

    answers.add(new Answer(200, "{\"items\": [], \"executed\": false}"));
    Cli.Run nothing = cli.run("deliveries", "retry", ID);
    assertThat(nothing.exitCode()).isEqualTo(ExitCode.NOTHING_FOUND.code());
    assertThat(nothing.err()).contains("failed in no handler", "deliveries lookup");
  }

  @Test
  void retriesOfWhatIsScheduledExactlyWhatThePlanHasFixed() {
    String plan =
        """
        {"failedBefore": "2026-11-30T00:00:00Z", "deliveries": 3,
         "errors": [{"errorCode": "unknown-place", "deliveries": 3}], "executed": false}
        """;
    answers.add(new Answer(200, plan));
    answers.add(new Answer(200, "{\"outcome\": \"3 deliveries due now\"}"));

    Cli.Run run =
        execute(
            "deliveries",
            "retry",
            "--scheduled",
            "--handler",
            "timeline",
            "--error",
            "unknown-place");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("3 deliveries that failed until 2026-11-30T00:00:00Z are due at once")
        .containsPattern("unknown-place +3");
    assertThat(run.err()).contains("Done: 3 deliveries due now");
    assertThat(asked)
        .last()
        .isEqualTo(
            "POST /waybill/handlers/timeline/retry {\"errorCode\":\"unknown-place\","
                + "\"reason\":\"x\",\"failedBefore\":\"2026-11-30T00:00:00Z\",\"execute\":true}");
  }

  @Test
  void resolvesADeadLetterAndRecoversClaims() {
    answers.add(new Answer(200, ITEMS.formatted(ID, "resolved")));
    answers.add(new Answer(200, ITEMS.formatted(ID, "resolved")));
    assertThat(execute("deliveries", "resolve", ID, "--handler", "timeline").exitCode()).isZero();
    assertThat(asked).last().asString().startsWith("POST /waybill/deliveries/" + ID + "/resolve");
    answers.add(new Answer(200, PLAN));
    answers.add(new Answer(200, "{\"outcome\": \"2 claims recovered\"}"));
    assertThat(execute("deliveries", "recover-stale", "--handler", "timeline").err())
        .contains("Done: 2 claims recovered");
    assertThat(asked).last().asString().startsWith("POST /waybill/handlers/timeline/recover-stale");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "deliveries retry",
        "deliveries retry --scheduled",
        "deliveries retry --handler timeline",
        "deliveries retry " + ID + " --scheduled",
        "deliveries retry " + ID + " --error x",
        "deliveries resolve " + ID,
        "deliveries recover-stale",
        "deliveries list --limit 0",
        "handlers minutes timeline --from 2026-11-30T10:15:00Z",
        "handlers pause timeline --execute",
      })
  void asksNobodyWhileItIsNotClearWhatIsMeant(String command) {
    assertThat(cli.run(command.split(" ")).exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(asked).isEmpty();
  }

  @Test
  void namesTheOptionOfTheServerThatIsMeant() {
    assertThat(cli.with("WAYBILL_HANDLER_SERVER", "x:1").run("handlers", "list").err())
        .contains("--handler-server is 'x:1'");
    Cli.Run nobody =
        cli.with("WAYBILL_HANDLER_SERVER", "http://127.0.0.1:1").run("handlers", "list");
    assertThat(nobody.exitCode()).isEqualTo(ExitCode.UNREACHABLE.code());
    assertThat(nobody.err()).contains("check --handler-server");
  }

  private Cli.Run execute(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 4);
    all[arguments.length] = "--execute";
    all[arguments.length + 1] = "--yes";
    all[arguments.length + 2] = "--reason";
    all[arguments.length + 3] = "x";
    return cli.run(all);
  }
}

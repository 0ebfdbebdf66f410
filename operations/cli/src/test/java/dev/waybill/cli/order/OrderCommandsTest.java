package dev.waybill.cli.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.testbed.AnsweringServer;
import dev.waybill.cli.testbed.AnsweringServer.Answer;
import dev.waybill.cli.testbed.Cli;
import java.io.IOException;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the commands send and make of the answers; the relay's own part is tested with the relay.
 */
class OrderCommandsTest {

  private static final String PLAN =
      "{\"action\": \"pause\", \"effects\": [\"the server keeps all WAL\"], \"executed\": false}";
  private static final String ORDER = "{\"order\": \"7\", \"state\": \"requested\"}";
  private static final String LETTERS =
      """
      {"deadLetters": [
        {"handler": "timeline", "messageId": "a", "seq": "4", "cause": "too-large", "attempts": 12,
         "behind": 3, "parkedAt": "2026-11-30T00:00:00Z", "lastError": "record of 9 bytes"},
        {"handler": "timeline", "messageId": "b", "seq": "9", "cause": "too-large", "attempts": 12,
         "behind": 0, "parkedAt": "2026-11-30T00:00:00Z", "lastError": "record of 9 bytes"}],
       "more": false}
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
            .with("WAYBILL_SERVER", server.url())
            .with("WAYBILL_TOKEN", AnsweringServer.TOKEN);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void plansAndDoesNothing() {
    answers.add(new Answer(200, PLAN));

    Cli.Run run = cli.run("relay", "pause");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("Plan:", "- the server keeps all WAL");
    assertThat(run.err()).contains("Nothing was done. To order it: --execute --reason");
    assertThat(asked)
        .containsExactly("POST /relay/pause {\"reason\":\"planning\",\"execute\":false}");
  }

  @Test
  void ordersWithAReasonAndTellsTheOrder() {
    answers.add(new Answer(200, PLAN));
    answers.add(new Answer(202, ORDER));

    Cli.Run run = cli.run("relay", "pause", "--execute", "--yes", "--reason", "an upgrade");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).contains("Order 7 is requested");
    assertThat(asked)
        .last()
        .isEqualTo("POST /relay/pause {\"reason\":\"an upgrade\",\"execute\":true}");
  }

  @Test
  void asksBeforeItOrders() {
    answers.add(new Answer(200, PLAN));

    Cli.Run run = cli.answering("no").run("relay", "drain", "--execute", "--reason", "x");

    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE.code());
    assertThat(run.err()).contains("Not confirmed: nothing was done.");
    assertThat(asked).hasSize(1);
  }

  @Test
  void writesTheServersAnswerAsJson() {
    answers.add(new Answer(200, PLAN));
    answers.add(new Answer(202, ORDER));

    Cli.Run run = cli.run("relay", "resume", "--execute", "-y", "--reason", "x", "-o", "json");

    assertThat(run.json().path("order").asString()).isEqualTo("7");
  }

  @Test
  void sendsTheTermsOfABackfillAndShowsItsPlan() {
    answers.add(
        new Answer(
            200,
            """
            {"handler": "search", "from": "2026-11-01T00:00:00Z", "to": null, "rate": 500,
             "messages": "12", "counts": [{"type": "parcel.moved", "version": 1, "messages": "12"}],
             "notes": ["old and new messages arrive mixed"]}
            """));

    Cli.Run run =
        cli.run(
            "relay",
            "backfill",
            "--handler",
            "search",
            "--type",
            "parcel.moved,parcel.lost",
            "--from",
            "2026-11-01T00:00:00Z",
            "--rate",
            "500");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("to its beginning, at most 500 messages/s: 12 messages")
        .containsPattern("parcel.moved +1 +12")
        .contains("- old and new messages arrive mixed");
    assertThat(asked)
        .containsExactly(
            "POST /relay/backfill {\"handler\":\"search\","
                + "\"types\":[\"parcel.moved\",\"parcel.lost\"],"
                + "\"from\":\"2026-11-01T00:00:00Z\",\"to\":null,\"rate\":500,"
                + "\"reason\":\"planning\",\"execute\":false}");
  }

  @Test
  void replaysExactlyWhatItShowed() {
    answers.add(new Answer(200, LETTERS));
    answers.add(
        new Answer(
            200,
            """
            {"items": [{"handler": "timeline", "messageId": "a", "outcome": "pending"},
                       {"handler": "timeline", "messageId": "b", "outcome": "refused: no"}],
             "done": 1}
            """));

    Cli.Run run =
        cli.run(
            "relay",
            "replay",
            "--handler",
            "timeline",
            "--cause",
            "too-large",
            "--execute",
            "-y",
            "--reason",
            "limit raised");

    assertThat(run.exitCode()).isEqualTo(ExitCode.PARTLY.code());
    assertThat(run.out()).contains("Plan: 2 dead letters").containsPattern("timeline +b +refused");
    assertThat(run.err()).contains("1 of 2 are pending");
    assertThat(asked)
        .containsExactly(
            "GET /relay/dead-letters?limit=100&handler=timeline&cause=too-large ",
            "POST /relay/dead-letters/replay {\"reason\":\"limit raised\",\"execute\":true,"
                + "\"deadLetters\":["
                + "{\"handler\":\"timeline\",\"messageId\":\"a\"},"
                + "{\"handler\":\"timeline\",\"messageId\":\"b\"}]}");
  }

  @Test
  void givesUpOneThatIsNamedOnlyWhenTold() {
    answers.add(new Answer(200, LETTERS));
    Cli.Run plan = cli.run("relay", "resolve", "--message", "b");
    assertThat(plan.out()).contains("Plan: 1 dead letters are given up for good");
    assertThat(plan.err()).contains("Nothing was done. To resolve: --execute --reason");

    answers.add(new Answer(200, LETTERS));
    answers.add(
        new Answer(
            200,
            """
            {"items": [{"handler": "timeline", "messageId": "b", "outcome": "resolved"}],
             "done": 1}
            """));
    Cli.Run run =
        cli.run("relay", "resolve", "--message", "b", "--execute", "-y", "--reason", "by hand");

    assertThat(run.exitCode()).isEqualTo(ExitCode.OK.code());
    assertThat(run.err()).contains("1 of 1 are resolved; what waited behind them goes on");
    assertThat(asked)
        .last()
        .isEqualTo(
            "POST /relay/dead-letters/resolve {\"reason\":\"by hand\",\"execute\":true,"
                + "\"deadLetters\":[{\"handler\":\"timeline\",\"messageId\":\"b\"}]}");
  }

  @Test
  void listsTheAudit() {
    answers.add(
        new Answer(
            200,
            """
            {"actions": [{"at": "2026-11-30T03:00:00Z", "actor": "platform/anna", "action": "pause",
                          "order": "7", "reason": "a move", "outcome": "requested"}]}
            """));
    answers.add(new Answer(200, "{\"actions\": []}"));

    assertThat(cli.run("relay", "actions", "--limit", "5").out())
        .containsPattern("platform/anna +pause +7 +a move +requested");
    assertThat(cli.run("relay", "actions").exitCode()).isEqualTo(ExitCode.NOTHING_FOUND.code());
    assertThat(asked)
        .containsExactly("GET /relay/actions?limit=5 ", "GET /relay/actions?limit=20 ");
  }

  @Test
  void replaysOneThatIsNamedAndFindsNoOther() {
    answers.add(new Answer(200, LETTERS));
    assertThat(cli.run("relay", "replay", "--message", "b").out())
        .contains("Plan: 1 dead letters")
        .doesNotContain("  a  ");
    answers.add(new Answer(200, LETTERS));
    assertThat(cli.run("relay", "replay", "--message", "c").exitCode())
        .isEqualTo(ExitCode.NOTHING_FOUND.code());
  }

  @Test
  void listsOrdersAndDeadLetters() {
    answers.add(
        new Answer(
            200,
            """
            {"orders": [{"order": "8", "kind": "backfill", "handler": "search", "state": "running",
                         "orderedBy": "platform/anna", "outcome": null,
                         "backfill": {"sent": "1200"}}]}
            """));
    assertThat(cli.run("relay", "orders").out())
        .containsPattern("8 +backfill +search +running +1200 +platform/anna +-");
    answers.add(new Answer(200, "{\"orders\": []}"));
    assertThat(cli.run("relay", "orders").exitCode()).isEqualTo(ExitCode.NOTHING_FOUND.code());
    answers.add(new Answer(200, LETTERS));
    assertThat(cli.run("relay", "dead-letters").out())
        .containsPattern("timeline +a +4 +too-large +12 +3 +2026-11-30T00:00:00Z +record of 9");
    answers.add(new Answer(200, "{\"deadLetters\": [], \"more\": false}"));
    assertThat(cli.run("relay", "dead-letters").err()).contains("No dead letters.");
  }

  @Test
  void cancelsAnOrder() {
    answers.add(new Answer(200, PLAN));
    answers.add(new Answer(202, "{\"order\": \"12\", \"state\": \"cancelling\"}"));

    Cli.Run run = cli.run("relay", "cancel", "12", "--execute", "-y", "--reason", "wrong");

    assertThat(run.err()).contains("Order 12 is cancelling");
    assertThat(asked).last().asString().startsWith("POST /relay/orders/12/cancel");
  }

  @ParameterizedTest
  @CsvSource({
    "400, USAGE",
    "401, DENIED",
    "403, DENIED",
    "404, NOTHING_FOUND",
    "409, CONFLICT",
    "500, FAILURE",
    "503, UNREACHABLE"
  })
  void tellsTheServersProblemAndRemedy(int status, ExitCode code) {
    answers.add(new Answer(status, "{\"detail\": \"it is so.\", \"remedy\": \"Do this.\"}"));

    Cli.Run run = cli.run("relay", "drain");

    assertThat(run.exitCode()).isEqualTo(code.code());
    assertThat(run.err()).contains("waybill: it is so.", "next: Do this.");
  }

  @Test
  void namesWhatIsMissing() {
    assertThat(cli.run("relay", "pause", "--execute").exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(cli.with("WAYBILL_TOKEN", " ").run("relay", "pause").err())
        .contains("set WAYBILL_TOKEN");
    assertThat(cli.with("WAYBILL_SERVER", "relay:8090").run("relay", "pause").err())
        .contains("give it as http://HOST:PORT");
    Cli.Run nobody = cli.with("WAYBILL_SERVER", "http://127.0.0.1:1").run("relay", "pause");
    assertThat(nobody.exitCode()).isEqualTo(ExitCode.UNREACHABLE.code());
    assertThat(asked).isEmpty();
  }
}

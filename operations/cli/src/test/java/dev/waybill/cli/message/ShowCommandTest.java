package dev.waybill.cli.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.testbed.AnsweringServer;
import dev.waybill.cli.testbed.AnsweringServer.Answer;
import dev.waybill.cli.testbed.Cli;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Puts what the relay and the services say together, and judges only what they said. */
class ShowCommandTest {

  private static final String ID = "01890000-0000-7000-8000-000000000000";
  private static final String BOTH = "[\"dashboard\", \"timeline\"]";

  @SuppressWarnings("NullAway.Init") // JUnit calls serve first
  private AnsweringServer relay;

  @SuppressWarnings("NullAway.Init")
  private AnsweringServer timeline;

  @SuppressWarnings("NullAway.Init")
  private AnsweringServer others;

  @BeforeEach
  void serve() throws IOException {
    relay = AnsweringServer.start();
    timeline = AnsweringServer.start();
    others = AnsweringServer.start();
  }

  @AfterEach
  void stop() {
    relay.close();
    timeline.close();
    others.close();
  }

  private Cli.Run show(String... more) {
    return Cli.ofScript()
        .with("WAYBILL_SERVER", relay.url())
        .with("WAYBILL_HANDLER_SERVER", timeline.url() + "," + others.url())
        .with("WAYBILL_TOKEN", AnsweringServer.TOKEN)
        .run(
            Stream.concat(Stream.of("messages", "show", ID), Arrays.stream(more))
                .toArray(String[]::new));
  }

  private void relaySays(String state, String handlers) {
    relaySays(state, handlers, "[]");
  }

  private void relaySays(String state, String handlers, String givenUp) {
    relay
        .answers()
        .add(
            new Answer(
                200,
                """
                {"messageId": "%s", "type": "activity.created", "schemaVersion": 1,
                 "tenant": "acme", "stagedAt": "2026-11-30T00:00:00Z", "state": "%s",
                 "lastError": null, "handlers": %s, "givenUp": %s,
                 "ignored": [{"handler": "partner", "reason": "not cleared"}]}
                """
                    .formatted(ID, state, handlers, givenUp)));
  }

  /** A service with handlers, each with the state in which it has the message, or a dash. */
  private static void says(AnsweringServer service, String... handlers) {
    List<String> known = Stream.of(handlers).filter(one -> !one.endsWith(" -")).toList();
    service
        .answers()
        .add(
            known.isEmpty()
                ? new Answer(404, "{\"detail\": \"nobody knows it\", \"remedy\": \"wait\"}")
                : new Answer(
                    200, list("deliveries", known.stream().map(ShowCommandTest::delivery))));
    service
        .answers()
        .add(
            new Answer(
                200,
                list(
                    "handlers",
                    Stream.of(handlers)
                        .map(one -> "{\"handler\": \"%s\"}".formatted(one.split(" ")[0])))));
  }

  private static String delivery(String handler) {
    String[] parts = handler.split(" ");
    boolean open =
        List.of("pending", "waiting", "processing", "retry_scheduled").contains(parts[1]);
    return """
        {"handler": "%s", "state": "%s", "terminal": %s, "attempts": 2, "nextAttemptAt": null,
         "endedAt": "2026-11-30T00:00:01Z", "error": null}
        """
        .formatted(parts[0], parts[1], !open);
  }

  private static String list(String name, Stream<String> items) {
    return items.collect(Collectors.joining(",", "{\"" + name + "\": [", "]}"));
  }

  private static String lastLine(Cli.Run run) {
    return run.out().strip().lines().reduce("", (before, line) -> line);
  }

  @Test
  void showsTheRelayAndEachHandlerAndThatItIsComplete() {
    relaySays("dispatched", BOTH);
    says(timeline, "timeline completed");
    says(others, "dashboard dead_letter", "notification -");

    Cli.Run run = show();

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern("Relay +dispatched")
        .containsPattern("dashboard +dead_letter +2 +- +2026-11-30T00:00:01Z")
        .containsPattern("timeline +completed +2")
        .containsPattern("partner +not for it .*not cleared")
        .doesNotContain("notification");
    assertThat(lastLine(run)).isEqualTo("Message: complete, every handler is at its end");
    assertThat(relay.asked()).containsExactly("GET /relay/messages/" + ID + " ");
    assertThat(others.asked())
        .containsExactly("GET /waybill/deliveries/" + ID + " ", "GET /waybill/handlers ");
  }

  @ParameterizedTest
  @CsvSource({
    "retry_scheduled, dashboard has it retry_scheduled",
    "waiting, dashboard has it waiting",
    "-, dashboard has not taken it in"
  })
  void isNotCompleteWhileOneHandlerIsNotAtItsEnd(String state, String because) {
    relaySays("dispatched", BOTH);
    says(timeline, "timeline completed");
    says(others, "dashboard " + state);

    Cli.Run run = show();

    assertThat(run.exitCode()).isEqualTo(ExitCode.PARTLY.code());
    assertThat(lastLine(run)).isEqualTo("Message: not complete because " + because);
  }

  /** Beside one that was left out the relay says pending, whatever the others have done. */
  @Test
  void isNotCompleteWhileTheRelayHasToSendIt() {
    relaySays("pending", BOTH);
    says(timeline, "timeline completed");
    says(others, "dashboard completed");

    Cli.Run run = show();

    assertThat(run.exitCode()).isEqualTo(ExitCode.PARTLY.code());
    assertThat(lastLine(run)).isEqualTo("Message: not complete because the relay has it pending");
  }

  /** What a handler's service has not said is not taken for an end. */
  @Test
  void isUnknownWhenAHandlerDoesNotAnswer() {
    relaySays("dispatched", BOTH);
    says(timeline, "timeline completed");
    others.answers().add(new Answer(503, "{\"detail\": \"its database is away\"}"));

    Cli.Run run = show();

    assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE.code());
    assertThat(run.out()).containsPattern("dashboard +unknown");
    assertThat(lastLine(run))
        .isEqualTo(
            "Message: unknown because dashboard: no service that answered has it, and these did not:"
                + " its database is away");
  }

  /** A service that knows nothing of a message does not say that it never had it. */
  @ParameterizedTest
  @CsvSource({
    "'\"tenant\": \"other\"', its service shows this caller messages of tenant other only",
    "'\"remembers\": \"PT1S\"', 'older than its memory, PT1S'"
  })
  void isUnknownWhenAServiceMayHaveForgottenItOrNotShowIt(String member, String because) {
    relaySays("dispatched", BOTH);
    says(timeline, "timeline completed");
    others.answers().add(new Answer(404, "{\"detail\": \"nobody knows it\"}"));
    others
        .answers()
        .add(new Answer(200, "{\"handlers\": [{\"handler\": \"dashboard\", " + member + "}]}"));

    Cli.Run run = show();

    assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE.code());
    assertThat(lastLine(run)).startsWith("Message: unknown because dashboard: ").endsWith(because);
  }

  @Test
  void isNotCompleteWhileAServiceThatWouldKnowItDoesNot() {
    relaySays("dispatched", BOTH);
    says(timeline, "timeline completed");
    others.answers().add(new Answer(404, "{\"detail\": \"nobody knows it\"}"));
    others
        .answers()
        .add(
            new Answer(
                200,
                """
                {"handlers": [{"handler": "dashboard", "tenant": "acme", "remembers": "PT876000H"}]}
                """));

    assertThat(show().exitCode()).isEqualTo(ExitCode.PARTLY.code());
  }

  @Test
  void saysSoWhenAServiceRefusesTheCaller() {
    relaySays("dispatched", BOTH);
    says(timeline, "timeline completed");
    others.answers().add(new Answer(403, "{\"detail\": \"not for this role\"}"));

    assertThat(show().exitCode()).isEqualTo(ExitCode.DENIED.code());
  }

  @Test
  void isUnknownWhenTheRelayIsOfBefore() {
    relay.answers().add(new Answer(200, "{\"state\": \"dispatched\", \"tenant\": \"acme\"}"));
    says(timeline, "timeline completed");
    says(others, "dashboard completed");

    assertThat(lastLine(show())).contains("a relay of this version does not tell");
  }

  @Test
  void isUnknownWhenNobodyNamedTheServiceOfAHandler() {
    relaySays("dispatched", BOTH);
    says(timeline, "timeline completed");
    says(others, "notification -");

    Cli.Run run = show("-o", "json");

    assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE.code());
    assertThat(run.json().path("verdict").asString()).isEqualTo("unknown");
    assertThat(run.json().at("/because/0").asString()).contains("dashboard", "--handler-server");
    assertThat(run.json().at("/relay/state").asString()).isEqualTo("dispatched");
    assertThat(run.json().at("/handlers/0/delivery").isNull()).isTrue();
    assertThat(run.json().at("/handlers/1/delivery/state").asString()).isEqualTo("completed");
  }

  /** One that is open is known to be, however many do not answer. */
  @Test
  void isNotCompleteRatherThanUnknown() {
    relaySays("dispatched", BOTH);
    says(timeline, "timeline processing");
    others.answers().add(new Answer(503, "{}"));

    assertThat(show().exitCode()).isEqualTo(ExitCode.PARTLY.code());
  }

  @Test
  void isAtItsEndWhereTheRelayGaveItUp() {
    relaySays("dead-letter", BOTH, "[\"dashboard\"]");
    says(timeline, "timeline completed");
    says(others, "dashboard -");

    Cli.Run run = show();

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).containsPattern("dashboard +not sent");
  }

  @Test
  void isUnknownWhenTheRelayNoLongerKnowsWhomItWasSent() {
    relaySays("dispatched", "null");
    says(timeline, "timeline completed");
    says(others, "dashboard completed");

    Cli.Run run = show();

    assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE.code());
    assertThat(lastLine(run)).contains("the relay no longer knows whom it was sent");
  }

  @Test
  void isCompleteWhenNobodyIsSentIt() {
    relaySays("dispatched", "[]");
    says(timeline, "timeline -");
    says(others, "dashboard -");

    assertThat(lastLine(show())).isEqualTo("Message: complete, nobody is sent it");
  }

  @Test
  void findsNothingWhenTheRelayDoesNotKnowIt() {
    relay.answers().add(new Answer(404, "{\"detail\": \"no such message\"}"));

    Cli.Run run = show();

    assertThat(run.exitCode()).isEqualTo(ExitCode.NOTHING_FOUND.code());
    assertThat(timeline.asked()).isEmpty();
  }
}

package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Style;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.cli.testbed.Cli;
import dev.waybill.cli.testbed.SubscriptionFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaybillCommandTest {

  private final Cli cli = Cli.ofScript();

  @Test
  void explainsItselfWithExitCodes() {
    Cli.Run run = cli.run("--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains(
            "subscriptions",
            "schemas",
            "doctor",
            "relay",
            "handlers",
            "deliveries",
            "completion",
            "version",
            "Exit codes:")
        .contains("5   somebody else was faster");
    assertThat(run.err()).isEmpty();
  }

  /** Nobody should find it out from a handler that is sent nothing more. */
  @Test
  void saysBeforehandThatAFolderIsAppliedAsAWhole() {
    assertThat(cli.run("subscriptions", "apply", "--help").out())
        .contains("A folder is applied as a whole", "is sent nothing more");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "subscriptions",
        "subscriptions apply",
        "subscriptions show",
        "deliveries",
        "deliveries list",
        "deliveries lookup",
        "deliveries recover-stale",
        "deliveries resolve",
        "deliveries retry",
        "doctor",
        "handlers",
        "handlers list",
        "handlers minutes",
        "handlers pause",
        "handlers resume",
        "handlers show",
        "messages",
        "messages show",
        "relay",
        "relay backfill",
        "relay cancel",
        "relay dead-letters",
        "relay drain",
        "relay orders",
        "relay pause",
        "relay recover",
        "relay release-stale",
        "schemas",
        "schemas check",
        "schemas new-version",
        "schemas release",
        "schemas retire",
        "relay replay",
        "relay resume",
        "relay status",
        "version",
        "completion",
        "completion bash"
      })
  void everyCommandHasHelpOnStdout(String command) {
    Cli.Run run = cli.run((command + " --help").split(" "));

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("").contains("Usage: waybill " + command);
    assertThat(run.err()).isEmpty();
  }

  @Test
  void asksForAVerbOnStderr() {
    Cli.Run run = cli.run("subscriptions");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("Usage: waybill subscriptions", "apply", "show");
  }

  @Test
  void refusesAnUnknownOptionWithASuggestion() {
    Cli.Run run = cli.run("subscriptions", "apply", ".", "--exekute");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("--exekute", "--execute");
  }

  @Test
  void printsAScriptThatCompletesCommandsForBothShells() {
    for (String shell : new String[] {"bash", "zsh"}) {
      Cli.Run run = cli.run("completion", shell);

      assertThat(run.exitCode()).isZero();
      assertThat(run.out()).startsWith("#!").contains("subscriptions", "--drained", "bashcompinit");
    }
  }

  @Test
  void tellsItsVersion() {
    assertThat(cli.run("version").out()).startsWith("waybill ").contains("java ");
    assertThat(cli.run("version", "-o", "json").json().path("java").asString()).isNotEmpty();
  }

  @Test
  void wantsAReasonBeforeItActs() {
    Cli.Run run = cli.answering("y").run("subscriptions", "apply", ".", "--execute");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("--reason");
  }

  @Test
  void namesTheFlagWhenNobodyCanBeAsked() {
    Cli.Run run = cli.run("subscriptions", "apply", ".", "--execute", "--reason", "test");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("not a terminal").contains("add --yes");
  }

  @Test
  void namesTheFlagAndTheVariableOfAMissingDatabase(@TempDir Path folder) throws IOException {
    SubscriptionFolder.write(folder);

    Cli.Run run = cli.run("subscriptions", "apply", folder.resolve("subscriptions").toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("--database-url", "WAYBILL_DATABASE_URL");
  }

  @Test
  void refusesAPasswordInTheUrlWithoutRepeatingIt() {
    Cli.Run run =
        cli.run("doctor", "--database-url", "jdbc:postgresql://h/d?user=u&password=hunter2");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("WAYBILL_DATABASE_PASSWORD").doesNotContain("hunter2");
  }

  @Test
  void refusesAUrlOfAnotherKind() {
    Cli.Run run = cli.run("subscriptions", "show", "--database-url", "postgres://h/d");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("jdbc:postgresql://HOST:PORT/DATABASE");
  }

  @Test
  void tellsAnUnreachableServerWithoutAStackTrace() {
    Cli here = cli.with("WAYBILL_DATABASE_URL", "jdbc:postgresql://127.0.0.1:1/nothing");

    Cli.Run run = here.run("subscriptions", "show");

    assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE.code());
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("why:", "next: check --database-url")
        .doesNotContain("\tat ", "Exception");
    assertThat(here.run("subscriptions", "show", "--verbose").err()).contains("\tat ");
  }

  @Test
  void colorsOnATerminalOnlyAndNeverAgainstTheUsersWish() {
    Terminal here = Terminal.ofProcess(Map.of());

    assertThat(here.coloured()).as("tests have no terminal").isFalse();
    assertThat(here.paint(Style.BAD, "text")).isEqualTo("text");
    assertThat(Terminal.mayColour(true, Map.of())).isTrue();
    assertThat(Terminal.mayColour(true, Map.of("NO_COLOR", "1"))).isFalse();
    assertThat(Terminal.mayColour(true, Map.of("TERM", "dumb"))).isFalse();
    assertThat(Terminal.mayColour(false, Map.of())).isFalse();
  }

  @Test
  void namesFileLineAndFieldOfEachMistake(@TempDir Path folder) throws IOException {
    SubscriptionFolder.write(folder);
    Path subscriptions = folder.resolve("subscriptions");
    Path timeline = subscriptions.resolve("timeline.yaml");
    String good = Files.readString(timeline);

    Files.writeString(timeline, good.replace("versions: [1]", "versions: [1, 9]"));
    assertThat(refused(subscriptions))
        .contains(timeline + ":4: type parcel.sent has no version 9; known are [1]");

    Files.writeString(timeline, good.replace("parcel.sent", "parcel.lost"));
    assertThat(refused(subscriptions))
        .contains(timeline + ":4: type parcel.lost is in no contract; known are [activity.")
        .contains("], from " + folder.resolve("events"));

    Files.writeString(timeline, good.replace("parcel.sent", "parcel.seen"));
    assertThat(refused(subscriptions)).contains(timeline + ":4: type parcel.seen is best-effort");

    Files.writeString(timeline, good.replace("owner", "ownr"));
    assertThat(refused(subscriptions)).contains(timeline + ":2: unknown field 'ownr'");

    Files.writeString(timeline, good);
    Files.writeString(subscriptions.resolve("twice.yaml"), good);
    assertThat(refused(subscriptions)).contains("twice.yaml:1: handler timeline is declared in");

    Files.writeString(
        subscriptions.resolve("twice.yaml"),
        good.replace("handler: timeline", "handler: twice\ntopic: waybill.timeline"));
    assertThat(refused(subscriptions)).contains("twice.yaml:2: topic waybill.timeline belongs to");

    Files.move(subscriptions.resolve("twice.yaml"), subscriptions.resolve("twice.yml"));
    assertThat(refused(subscriptions)).contains("twice.yml does not end in .yaml");
    assertThat(refused(folder.resolve("nowhere"))).contains("is not a folder");
    assertThat(refused(subscriptions.resolve("timeline.yaml"))).contains("is not a folder");
  }

  @Test
  void saysWhereItLookedForContracts(@TempDir Path folder) throws IOException {
    SubscriptionFolder.write(folder);
    Path subscriptions = folder.resolve("subscriptions");
    Path moved = Files.move(folder.resolve("events"), folder.resolve("contracts"));

    assertThat(refused(subscriptions))
        .contains("parcel.sent is in no contract")
        .contains("; " + folder.resolve("events") + " does not exist")
        .contains("name the contracts with --contracts");

    Path timeline = subscriptions.resolve("timeline.yaml");
    Files.writeString(timeline, Files.readString(timeline).replace("parcel.sent", "parcel.lost"));
    assertThat(refused(subscriptions, "--contracts", moved.toString()))
        .contains("], from [" + moved + "]");
  }

  @Test
  void refusesContractsThatItCannotRead(@TempDir Path folder) throws IOException {
    SubscriptionFolder.write(folder);
    Path subscriptions = folder.resolve("subscriptions");
    String events = folder.resolve("events").toString();

    assertThat(refused(subscriptions, "--contracts", subscriptions.toString()))
        .contains("holds no contract");
    assertThat(refused(subscriptions, "--contracts", "/nowhere"))
        .contains("/nowhere does not exist");
    Path other = folder.resolve("other");
    SubscriptionFolder.write(other);
    Path schema = other.resolve("events/parcel.sent/v1.schema.json");
    Files.writeString(schema, Files.readString(schema).replace("string", "integer"));
    Files.writeString(other.resolve("events/parcel.sent/v1.example.json"), "{\"id\": 1}");
    assertThat(refused(subscriptions, "--contracts", events, "--contracts", other.toString()))
        .contains("the contract of parcel.sent in " + other + " differs from that in " + events);
    Path noJar = Files.writeString(folder.resolve("no.jar"), "text");
    assertThat(refused(subscriptions, "--contracts", noJar.toString())).contains("no.jar");
    Files.writeString(folder.resolve("events/parcel.sent/v1.example.json"), "{\"id\": 1}");
    assertThat(refused(subscriptions)).contains("v1.example.json breaks its schema");
  }

  private String refused(Path folder, String... more) {
    String[] arguments = new String[more.length + 3];
    arguments[0] = "subscriptions";
    arguments[1] = "apply";
    arguments[2] = folder.toString();
    System.arraycopy(more, 0, arguments, 3, more.length);
    Cli.Run run =
        cli.with("WAYBILL_DATABASE_URL", "jdbc:postgresql://127.0.0.1:1/x").run(arguments);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.out()).isEmpty();
    return run.err();
  }
}

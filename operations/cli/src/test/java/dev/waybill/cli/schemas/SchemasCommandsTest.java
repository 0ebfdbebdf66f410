package dev.waybill.cli.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.testbed.Cli;
import dev.waybill.cli.testbed.ContractFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemasCommandsTest {

  private ContractFolder folder;

  @BeforeEach
  void write(@TempDir Path temporary) throws IOException {
    folder = ContractFolder.write(temporary, "waybill.depot");
  }

  @Test
  void saysThatEveryRuleIsKept() {
    Cli.Run run = run("check");

    assertThat(run.exitCode()).as(run.out()).isZero();
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("All rules are kept: 1 types, 1 subscriptions, 0 best-effort declarations.");
  }

  @Test
  void printsALineForEachBreach() throws IOException {
    folder.replace("v1.schema.json", "\"maxLength\": 40", "\"maxLength\": 20");

    Cli.Run run = run("check");

    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE.code());
    assertThat(run.out())
        .startsWith(folder.file("v1.schema.json").toString())
        .contains(
            "/properties/id/maxLength: released-schema-stays: narrowed", "(subscribers: depot)");
    assertThat(run("check", "-o", "json").json().path("breaches").path(0).path("rule").asString())
        .isEqualTo("released-schema-stays");
  }

  @Test
  void namesTheOptionOfAFolderThatIsNotThere() {
    Cli.Run run = Cli.ofScript().run("schemas", "check", "--schemas", "/nowhere/schemas");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("/nowhere/schemas", "check --schemas");
  }

  @Test
  void beginsANewVersionAndReleasesIt() {
    assertThat(run("new-version", "parcel.sent").err()).contains("Nothing was changed");
    assertThat(folder.file("v2.schema.json")).doesNotExist();

    Cli.Run begun = run("new-version", "parcel.sent", "--execute");
    assertThat(begun.exitCode()).as(begun.err()).isZero();
    assertThat(begun.out()).contains("v2.schema.json", "v2.example.json");
    assertThat(folder.file("v2.schema.json")).content().contains("\"parcel.sent, version 2\"");
    assertThat(folder.file("v2.released.json")).doesNotExist();
    assertThat(run("check").exitCode()).isZero();

    Cli.Run released = run("release", "parcel.sent", "--execute");
    assertThat(released.exitCode()).as(released.err()).isZero();
    assertThat(folder.file("v2.released.json"))
        .hasSameTextualContentAs(folder.file("v2.schema.json"));
    assertThat(folder.file("v2.golden.json"))
        .hasSameTextualContentAs(folder.file("v2.example.json"));
    assertThat(folder.list()).content().contains("\nparcel.sent: [1, 2]\n");
    assertThat(run("release", "parcel.sent", "--execute").err()).contains("Nothing to do.");
  }

  @Test
  void releasesNoVersionAgainWhoseLockIsDeleted() throws IOException {
    Files.delete(folder.file("v1.released.json"));
    Files.delete(folder.list());
    folder.replace("v1.example.json", "1", "2");

    Cli.Run run = run("release", "parcel.sent", "--execute");

    assertThat(run.exitCode()).isEqualTo(ExitCode.CONFLICT.code());
    assertThat(run.err()).contains("v1.released.json", "bring back the schema");
    assertThat(folder.file("v1.golden.json")).hasContent("{\"id\": \"1\"}");
  }

  @Test
  void listsWhatWasReleasedBeforeThereWasAList() throws IOException {
    Files.delete(folder.list());
    assertThat(run("check").out()).contains("version 1 is released and not in this list");

    assertThat(run("release", "parcel.sent", "--execute").exitCode()).isZero();

    assertThat(folder.list()).content().endsWith("\nparcel.sent: [1]\n");
    assertThat(run("check").out()).isEmpty();
  }

  @Test
  void takesNoNumberOfAVersionThatIsGone() throws IOException {
    Files.writeString(folder.list(), "parcel.sent: [1, 2]");

    assertThat(run("new-version", "parcel.sent").out()).contains("v3.schema.json");
  }

  @Test
  void overwritesNoFileOfANewVersion() throws IOException {
    Files.writeString(folder.file("v2.example.json"), "mine");

    Cli.Run run = run("new-version", "parcel.sent", "--execute");

    assertThat(run.exitCode()).isEqualTo(ExitCode.CONFLICT.code());
    assertThat(run.err()).contains("v2.example.json exists and is never overwritten");
    assertThat(folder.file("v2.example.json")).hasContent("mine");
    assertThat(folder.file("v2.schema.json")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../elsewhere", "/elsewhere", "parcel", ""})
  void goesIntoNoFolderThatIsNotOfAType(String name) {
    Cli.Run run = run("release", name, "--execute");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("is not lower-case words joined by dots");
  }

  @Test
  void refusesARecordThatItCannotEditBeforeAnythingIsGone() throws IOException {
    run("new-version", "parcel.sent", "--execute");
    run("release", "parcel.sent", "--execute");
    folder.replace("record.yaml", "fields:", "retired:\n  - 7\nfields:");
    String record = Files.readString(folder.file("record.yaml"));

    Cli.Run run = run("retire", "parcel.sent", "1", "--execute");

    assertThat(run.exitCode()).isEqualTo(ExitCode.CONFLICT.code());
    assertThat(run.err()).contains("write the field on one line");
    assertThat(folder.file("record.yaml")).hasContent(record);
    assertThat(folder.file("v1.schema.json")).exists();
  }

  @Test
  void releasesAnOptionalMemberAndKeepsTheGoldenPayload() throws IOException {
    folder.replace(
        "v1.schema.json",
        "\"id\":",
        "\"note\": {\"type\": \"string\", \"description\": \"Absent: none.\"}, \"id\":");
    folder.replace("v1.example.json", "{", "{\"note\": \"fragile\", ");
    folder.replace("record.yaml", "fields:", "fields:\n  note: public");

    Cli.Run run = run("release", "parcel.sent", "--execute", "-o", "json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.json().path("executed").asBoolean()).isTrue();
    assertThat(run.json().path("changes").size()).isEqualTo(1);
    assertThat(folder.file("v1.released.json")).content().contains("note");
    assertThat(folder.file("v1.golden.json")).content().doesNotContain("note");
  }

  @Test
  void releasesNothingThatBreaksARule() throws IOException {
    folder.replace("v1.schema.json", "\"required\": [\"id\"]", "\"required\": []");

    Cli.Run run = run("release", "parcel.sent", "--execute");

    assertThat(run.exitCode()).isEqualTo(ExitCode.CONFLICT.code());
    assertThat(run.err()).contains("made optional: member 'id'", "nothing was changed");
    assertThat(folder.file("v1.released.json")).content().contains("\"required\": [\"id\"]");
  }

  @Test
  void knowsNoTypeAndNoVersionThatIsNotThere() {
    assertThat(run("new-version", "parcel.lost").exitCode())
        .isEqualTo(ExitCode.NOTHING_FOUND.code());
    assertThat(run("retire", "parcel.sent", "7").exitCode())
        .isEqualTo(ExitCode.NOTHING_FOUND.code());
  }

  @Test
  void retiresNoVersionThatWritersSend() {
    run("new-version", "parcel.sent", "--execute");

    Cli.Run run = run("retire", "parcel.sent", "1", "--execute");

    assertThat(run.exitCode()).isEqualTo(ExitCode.CONFLICT.code());
    assertThat(run.err())
        .contains("no version of parcel.sent is released that is newer than 1: writers send it");
  }

  @Test
  void provesNothingThatItCannotReach() {
    run("new-version", "parcel.sent", "--execute");
    run("release", "parcel.sent", "--execute");

    Cli.Run run = run("retire", "parcel.sent", "1", "--execute");

    assertThat(run.exitCode()).isEqualTo(ExitCode.PARTLY.code());
    assertThat(run.out().lines().filter(line -> line.contains("not proved")))
        .extracting(line -> line.split(" {2,}")[0])
        .containsExactly(
            "writers",
            "outbox",
            "parked",
            "handlers",
            "topic waybill.depot",
            "topic waybill.depot.dlt",
            "inbox depot");
    assertThat(run.err()).contains("not everything is proved. Nothing was changed.");
    assertThat(folder.file("v1.schema.json")).exists();
  }

  private Cli.Run run(String verb, String... arguments) {
    List<String> all = new ArrayList<>(List.of("schemas", verb));
    all.addAll(Arrays.asList(arguments));
    all.addAll(List.of("--schemas", folder.schemas().toString()));
    return Cli.ofScript().run(all.toArray(String[]::new));
  }
}

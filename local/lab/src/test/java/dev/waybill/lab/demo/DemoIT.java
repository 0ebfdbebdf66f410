package dev.waybill.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.lab.testbed.PackagedLab;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees who types the command. */
class DemoIT {
  private static final Duration PATIENCE = Duration.ofMinutes(8);
  private static final Pattern MESSAGE = Pattern.compile(" v1, message (\\S+)");
  private static final Pattern MAIL =
      Pattern.compile(
          "mailed +to colleague-\\w{8}@demo\\.example\\.org +(.+), \\d+ ms after the commit\n"
              + ".* as (\\S+\\.eml) +Message-ID <(\\S+)@notification\\.waybill>");

  @Test
  void tellsTheWholeStoryAndLeavesNoProcess(@TempDir Path data) {
    try (PackagedLab demo =
        PackagedLab.runPackaged(PackagedLab.onFreePorts("demo", data, "--exit"))) {
      int code = demo.awaitExit(PATIENCE);

      assertThat(code).as(demo.output()).isZero();
      assertThat(demo.output())
          .contains("committed", "published", "handled", "mailed", "delivered", "skipped", "killed")
          .containsPattern("killed +relay, ")
          .containsPattern("killed +timeline, ")
          .containsPattern("killed +notification, ")
          .containsPattern("ok +the dashboard counts 1 open and \\d+ completed activities")
          .containsPattern("ok +the second copy of a message was not mailed")
          .containsPattern("ok +all \\d+ messages mailed")
          .containsPattern("ok +none of them mailed twice")
          .doesNotContain("FAILED");
      assertTellsOfEachMail(demo.output(), data.resolve("mails"));
      assertThat(demo.startedCount()).isGreaterThan(6);
      assertThat(demo.left()).isEmpty();
    }
  }

  /** The three changes that are followed one by one: to whom, what, and for which message. */
  private static void assertTellsOfEachMail(String output, Path mails) {
    List<String> messages =
        MESSAGE.matcher(output).results().map(message -> message.group(1)).toList();
    assertThat(messages).hasSize(3);
    assertThat(MAIL.matcher(output).results().map(mail -> mail.group(1)))
        .containsExactly(
            "Planned: Visit the new warehouse",
            "Completed: Visit the new warehouse",
            "Planned: Call the carrier");
    assertThat(MAIL.matcher(output).results().map(mail -> mail.group(3)))
        .containsExactlyElementsOf(messages);
    assertThat(MAIL.matcher(output).results().map(mail -> mails.resolve(mail.group(2))))
        .allSatisfy(
            file -> {
              String id = file.getFileName().toString().replaceAll("^\\d+-|\\.eml$", "");
              assertThat(file).content().contains("Message-ID: <" + id + "@");
            });
  }

  @Test
  void stopsEverythingWhenAskedToAlsoWhileItStarts(@TempDir Path data) {
    try (PackagedLab up = PackagedLab.run(PackagedLab.onFreePorts("up", data))) {
      up.awaitLine("Kafka", PATIENCE);
      up.askToEnd();

      assertThat(up.awaitExit(Duration.ofSeconds(15))).isEqualTo(143);
      assertThat(up.left()).isEmpty();
    }
  }
}

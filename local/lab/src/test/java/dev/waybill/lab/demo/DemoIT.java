package dev.waybill.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.lab.testbed.PackagedLab;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees who types the command. */
class DemoIT {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  @Test
  void tellsTheWholeStoryAndLeavesNoProcess(@TempDir Path data) {
    try (PackagedLab demo =
        PackagedLab.runPackaged(PackagedLab.onFreePorts("demo", data, "--exit"))) {
      int code = demo.awaitExit(PATIENCE);

      assertThat(code).as(demo.output()).isZero();
      assertThat(demo.output())
          .contains("committed", "published", "handled", "delivered", "skipped", "killed")
          .containsPattern("ok +the dashboard counts 1 open and \\d+ completed activities")
          .doesNotContain("FAILED");
      assertThat(demo.startedCount()).isGreaterThan(5);
      assertThat(demo.left()).isEmpty();
    }
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

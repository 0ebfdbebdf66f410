package dev.waybill.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.lab.testbed.PackagedLab;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees who types the command. */
class DemoIT {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private static final String[] FREE_PORTS = {
    "--postgres-port=0",
    "--kafka-port=0",
    "--activity-port=0",
    "--relay-port=0",
    "--timeline-port=0",
  };

  @Test
  void tellsTheWholeStoryAndLeavesNoProcess(@TempDir Path data) {
    try (PackagedLab demo = PackagedLab.run(with("demo", "--exit", "--data", data.toString()))) {
      int code = demo.awaitExit(PATIENCE);

      assertThat(code).as(demo.output()).isZero();
      assertThat(demo.output())
          .contains("committed", "published", "handled", "delivered", "skipped", "killed")
          .doesNotContain("FAILED");
      assertThat(demo.startedCount()).isGreaterThan(5);
      assertThat(demo.left()).isEmpty();
    }
  }

  @Test
  void stopsEverythingWhenAskedToAlsoWhileItStarts(@TempDir Path data) {
    try (PackagedLab up = PackagedLab.run(with("up", "--data", data.toString()))) {
      up.awaitLine("Kafka", PATIENCE);
      up.askToEnd();

      assertThat(up.awaitExit(Duration.ofSeconds(15))).isEqualTo(143);
      assertThat(up.left()).isEmpty();
    }
  }

  private static String[] with(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + FREE_PORTS.length);
    System.arraycopy(FREE_PORTS, 0, all, arguments.length, FREE_PORTS.length);
    return all;
  }
}

package dev.waybill.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.lab.testbed.PackagedLab;
import dev.waybill.local.process.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees who keeps a stack running. */
class UpIT {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration STOP = Duration.ofSeconds(20);
  private static final String RUNNING = "Ctrl-C stops everything.";

  private final Path data;

  UpIT(@TempDir Path data) {
    this.data = data;
  }

  @Test
  void stopsInOrderOnCtrlC() throws IOException {
    try (PackagedLab up = PackagedLab.run(PackagedLab.onFreePorts("up", data))) {
      up.awaitLine(RUNNING, PATIENCE);
      up.pressCtrlC();

      assertThat(up.awaitExit(STOP)).isIn(130, 143);
      assertThat(up.left()).isEmpty();
      assertThat(up.output())
          .containsSubsequence("Stopping.", "Stopped. Data and logs: " + data)
          .doesNotContain("ended by itself");
      assertThat(log("logs/relay.log")).contains("Relay stopped");
      assertThat(log("postgres/postgres.log"))
          .contains("database system is shut down")
          .doesNotContain("due to administrator command");
    }
  }

  @Test
  void namesThePartThatEndedAndStopsTheRest() {
    try (PackagedLab up = PackagedLab.run(PackagedLab.onFreePorts("up", data))) {
      up.awaitLine(RUNNING, PATIENCE);
      up.signal("postgres", Signal.KILL);

      assertThat(up.awaitExit(STOP)).isEqualTo(1);
      assertThat(up.left()).isEmpty();
      assertThat(up.output())
          .contains("waybill: PostgreSQL ended by itself with exit code 137 (killed")
          .contains("next: see " + data.resolve("postgres/postgres.log"));
    }
  }

  private String log(String name) throws IOException {
    return Files.readString(data.resolve(name));
  }
}

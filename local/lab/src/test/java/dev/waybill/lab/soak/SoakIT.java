package dev.waybill.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.lab.testbed.PackagedLab;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short soak, with each kind of fault once and kills between them; a long one is run by hand. */
class SoakIT {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  /** With this seed the faults of relays hit the active one, for longer than its lease. */
  @Test
  void findsEveryCommitOnceOnTopicsAndInEffectsThroughFaults(@TempDir Path data) {
    try (PackagedLab soak =
        PackagedLab.run(
            "soak",
            "--faults=10",
            "--kills=3",
            "--longest=6",
            "--rate=200",
            "--seed=9389",
            "--data",
            data.resolve("soak").toString())) {
      int code = soak.awaitExit(PATIENCE);

      assertThat(code).as(soak.output()).isZero();
      assertThat(soak.output()).contains("passed: ", "13 faults", "effects");
      assertThat(soak.left()).isEmpty();
    }
  }
}

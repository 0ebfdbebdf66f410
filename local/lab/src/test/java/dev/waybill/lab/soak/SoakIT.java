package dev.waybill.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.lab.testbed.PackagedLab;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short soak; a long one is run by hand. */
class SoakIT {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  /** The seed is one that kills both: the relay five times, and the handler. */
  @Test
  void findsEveryCommitOnceOnTopicsAndInEffectsThroughKills(@TempDir Path data) {
    try (PackagedLab soak =
        PackagedLab.run(
            "soak",
            "--kills=7",
            "--rate=200",
            "--seed=80",
            "--data",
            data.resolve("soak").toString())) {
      int code = soak.awaitExit(PATIENCE);

      assertThat(code).as(soak.output()).isZero();
      assertThat(soak.output()).contains("passed: ", "7 kills (relay 5, handler 2)", "effects");
      assertThat(soak.left()).isEmpty();
    }
  }
}

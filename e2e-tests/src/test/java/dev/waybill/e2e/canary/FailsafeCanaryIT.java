package dev.waybill.e2e.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Leaves a marker that the build looks for after failsafe: a build that skips or loses its
 * integration tests fails instead of looking green.
 */
class FailsafeCanaryIT {

  @Test
  void leavesTheMarkerThatVerifyLooksFor() throws IOException {
    Path marker = Path.of("target", "failsafe-canary", "ran");
    Files.createDirectories(marker.resolveSibling(""));
    Files.writeString(marker, "failsafe ran");

    assertThat(marker).exists();
  }
}

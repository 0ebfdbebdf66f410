package dev.waybill.benchmarks.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.benchmarks.ShortRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class EndToEndLatencyIT {

  @Test
  void seesTheEffectOfEveryMessageOfAShortRunExactlyOnce(@TempDir Path data) {
    JsonNode report = ShortRun.of(EndToEndLatency::new, "--rate", data);

    assertThat(report.path("figures").toString())
        .contains("handler.50.commit-to-effect.p50", "handler.50.commit-to-effect.p99");
  }
}

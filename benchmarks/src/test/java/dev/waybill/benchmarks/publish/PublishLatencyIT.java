package dev.waybill.benchmarks.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.benchmarks.ShortRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class PublishLatencyIT {

  @Test
  void publishesEveryMessageOfAShortRunExactlyOnce(@TempDir Path data) {
    JsonNode report = ShortRun.of(PublishLatency::new, "--rates", data);

    assertThat(report.path("ratios")).isNotEmpty();
    assertThat(report.path("figures").toString())
        .contains("relay.50.intended-to-visible.p50", "reference.50.intended-to-visible.p99");
  }
}

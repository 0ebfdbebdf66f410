package dev.waybill.benchmarks.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BenchMessageTest {

  @Test
  void carriesItsNumberInItsId() {
    BenchMessage message = BenchMessage.of(77, 12_345, 500);

    assertThat(BenchMessage.index(77, message.id().toString())).isEqualTo(12_345);
    assertThat(BenchMessage.index(78, message.id().toString())).isEqualTo(-1);
  }

  @Test
  void hasThePayloadSizeThatWasAskedFor() {
    assertThat(BenchMessage.of(1, 1, 500).payload().getBytes(StandardCharsets.UTF_8)).hasSize(500);
    assertThat(BenchMessage.of(1, 1, 100_000).payload()).hasSize(100_000);
    assertThat(BenchMessage.of(1, 1, 10).payload()).containsPattern("\"title\":\".\"");
  }

  @Test
  void endsItsEnvelopeAsTheStagingFunctionWantsIt() {
    assertThat(BenchMessage.of(1, 1, 500).envelope().toJson())
        .endsWith(",\"visibility\":\"public\"}")
        .doesNotContain("ce_recordedtime");
  }
}

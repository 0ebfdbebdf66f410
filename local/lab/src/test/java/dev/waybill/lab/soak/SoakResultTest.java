package dev.waybill.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.local.history.HistoryChecker;
import dev.waybill.local.history.Received;
import dev.waybill.local.history.Writes;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SoakResultTest {
  private static final SoakPlan PLAN = new SoakPlan(3, 1000, 77);
  private final UUID id = UUID.randomUUID();
  private final Writes writes = new Writes();

  @Test
  void passesWhenEverythingIsThere() {
    SoakResult result = result(1);

    assertThat(result.passed()).isTrue();
    JsonNode json = result.json();
    assertThat(json.get("passed").asBoolean()).isTrue();
    assertThat(json.get("seed").asString()).isEqualTo("77");
    assertThat(json.get("kills").asInt()).isEqualTo(3);
    assertThat(json.get("committed").asLong()).isEqualTo(1);
    assertThat(json.get("lost").asLong()).isZero();
    assertThat(json.get("topics").get(0).get("records").asLong()).isEqualTo(1);
  }

  @Test
  void failsWithExamplesWhenSomethingIsWrong() {
    JsonNode json = result(2).json();

    assertThat(json.get("passed").asBoolean()).isFalse();
    assertThat(json.get("doubled").asLong()).isEqualTo(1);
    assertThat(json.at("/topics/0/doubled/examples/0").asString()).contains(id.toString());
  }

  @Test
  void failsWhenNothingWasWritten() {
    SoakResult result =
        new SoakResult(PLAN, new HistoryChecker(new Writes(), List.of("t")).history(), 0, 9);

    assertThat(result.passed()).isFalse();
  }

  private SoakResult result(int copies) {
    writes.committed(id, "key", 1);
    HistoryChecker checker = new HistoryChecker(writes, List.of("t"));
    for (int offset = 0; offset < copies; offset++) {
      checker.received(new Received("t", 0, offset, id));
    }
    return new SoakResult(PLAN, checker.history(), 0, 9);
  }
}

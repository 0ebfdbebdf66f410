package dev.waybill.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.local.history.History;
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
    SoakResult result = result(1, 1);

    assertThat(result.passed()).isTrue();
    JsonNode json = result.json();
    assertThat(json.get("passed").asBoolean()).isTrue();
    assertThat(json.get("seed").asString()).isEqualTo("77");
    assertThat(json.get("kills").asInt()).isEqualTo(3);
    assertThat(json.get("committed").asLong()).isEqualTo(1);
    assertThat(json.get("lost").asLong()).isZero();
    assertThat(json.get("topics").get(0).get("records").asLong()).isEqualTo(1);
    assertThat(json.get("relayKills").asInt()).isEqualTo(1);
    assertThat(json.get("handlerKills").asInt()).isEqualTo(2);
    assertThat(json.at("/effects/records").asLong()).isEqualTo(1);
  }

  @Test
  void failsWithExamplesWhenSomethingIsWrong() {
    JsonNode json = result(2, 1).json();

    assertThat(json.get("passed").asBoolean()).isFalse();
    assertThat(json.get("doubled").asLong()).isEqualTo(1);
    assertThat(json.at("/topics/0/doubled/examples/0").asString()).contains(id.toString());
  }

  @Test
  void failsWhenAnEffectIsMissingOrThereTwice() {
    assertThat(result(1, 0).passed()).isFalse();

    JsonNode json = new SoakResultTest().result(1, 2).json();
    assertThat(json.get("passed").asBoolean()).isFalse();
    assertThat(json.get("doubled").asLong()).isZero();
    assertThat(json.at("/effects/doubled/count").asLong()).isEqualTo(1);
  }

  @Test
  void failsWhenNothingWasWritten() {
    History nothing = new HistoryChecker(new Writes(), List.of("t")).history();

    assertThat(new SoakResult(PLAN, Kills.NONE, nothing, nothing.topics().get(0), 0, 9).passed())
        .isFalse();
  }

  private SoakResult result(int copies, int effects) {
    writes.committed(id, "key", 1);
    return new SoakResult(
        PLAN,
        Kills.NONE.andRelay().andHandler().andHandler(),
        history("t", copies),
        history("effects", effects).topics().get(0),
        0,
        9);
  }

  private History history(String topic, int copies) {
    HistoryChecker checker = new HistoryChecker(writes, List.of(topic));
    for (int offset = 0; offset < copies; offset++) {
      checker.received(new Received(topic, 0, offset, id));
    }
    return checker.history();
  }
}

package dev.waybill.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.lab.fault.DropSlot;
import dev.waybill.lab.witness.ConfirmedPosition.Verdict;
import dev.waybill.local.history.History;
import dev.waybill.local.history.HistoryChecker;
import dev.waybill.local.history.Received;
import dev.waybill.local.history.Writes;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SoakResultTest {
  private static final SoakPlan PLAN = SoakPlan.deal(1, 0, Duration.ofSeconds(9), 1000, 77);
  private static final Verdict GOOD = new Verdict(4, 1, List.of());
  private static final LateMessages NONE = new LateMessages(0, 0);

  private final UUID id = UUID.randomUUID();
  private final UUID next = UUID.randomUUID();
  private final Writes writes = new Writes();

  @Test
  void passesWhenEverythingIsThere() {
    SoakResult result = result(List.of(id, next), List.of(id, next), GOOD, NONE);

    assertThat(result.passed()).isTrue();
    JsonNode json = result.json();
    assertThat(json.get("passed").asBoolean()).isTrue();
    assertThat(json.get("seed").asString()).isEqualTo("77");
    assertThat(json.at("/faults/0/kind").asString()).isEqualTo("drop-slot");
    assertThat(json.at("/faults/0/flowedAfterSeconds").asDouble()).isEqualTo(1.5);
    assertThat(json.get("committed").asLong()).isEqualTo(2);
    assertThat(json.get("lost").asLong()).isZero();
    assertThat(json.at("/topics/0/records").asLong()).isEqualTo(2);
    assertThat(json.at("/confirmed/judged").asInt()).isEqualTo(4);
    assertThat(json.at("/effects/records").asLong()).isEqualTo(2);
  }

  @Test
  void failsWithExamplesWhenSomethingIsWrong() {
    JsonNode json = result(List.of(id, id, next), List.of(id, next), GOOD, NONE).json();

    assertThat(json.get("passed").asBoolean()).isFalse();
    assertThat(json.get("doubled").asLong()).isEqualTo(1);
    assertThat(json.at("/topics/0/doubled/examples/0").asString()).contains(id.toString());
  }

  @Test
  void failsWhenAnEffectIsMissing() {
    assertThat(result(List.of(id, next), List.of(id), GOOD, NONE).passed()).isFalse();
  }

  @Test
  void failsWhenAnEffectIsThereTwice() {
    JsonNode json = result(List.of(id, next), List.of(id, next, next), GOOD, NONE).json();

    assertThat(json.get("passed").asBoolean()).isFalse();
    assertThat(json.get("doubled").asLong()).isZero();
    assertThat(json.at("/effects/doubled/count").asLong()).isEqualTo(1);
  }

  @Test
  void failsWhenNothingWasWritten() {
    History nothing = new HistoryChecker(new Writes(), List.of("t")).history();

    assertThat(result(nothing, nothing, GOOD, NONE).passed()).isFalse();
  }

  @Test
  void failsWhenTheSlotWasAheadOrNobodyEverLooked() {
    Verdict ahead = new Verdict(4, 0, List.of(id + " was confirmed at 0/1"));
    JsonNode json = result(List.of(id, next), List.of(id, next), ahead, NONE).json();

    assertThat(json.get("passed").asBoolean()).isFalse();
    assertThat(json.at("/confirmed/ahead/0").asString()).contains(id.toString());

    SoakResultTest blind = new SoakResultTest();
    assertThat(
            blind
                .result(
                    List.of(blind.id, blind.next),
                    List.of(blind.id, blind.next),
                    new Verdict(0, 9, List.of()),
                    NONE)
                .passed())
        .isFalse();
  }

  @Test
  void failsWhenALateMessageWasNotCounted() {
    writes.mayBeLate(id);
    SoakResult silent = result(List.of(next, id), List.of(next, id), GOOD, new LateMessages(1, 0));

    assertThat(silent.history().late()).isEqualTo(1);
    assertThat(silent.passed()).isFalse();
  }

  @Test
  void passesWhenALateMessageWasCounted() {
    writes.mayBeLate(id);

    assertThat(result(List.of(next, id), List.of(next, id), GOOD, new LateMessages(1, 1)).passed())
        .isTrue();
  }

  @Test
  void failsWhenARelayPublishedSomethingLateAndNothingMayBe() {
    assertThat(result(List.of(id, next), List.of(id, next), GOOD, new LateMessages(0, 3)).passed())
        .isFalse();
  }

  private SoakResult result(
      List<UUID> received, List<UUID> effects, Verdict confirmed, LateMessages late) {
    writes.committed(id, "key", 1);
    writes.committed(next, "key", 2);
    return result(history("t", received), history("effects", effects), confirmed, late);
  }

  private static SoakResult result(
      History history, History effects, Verdict confirmed, LateMessages late) {
    Struck struck = new Struck(1, Duration.ofSeconds(3), new DropSlot(), Duration.ofMillis(1_500));
    return new SoakResult(
        PLAN,
        List.of(struck),
        history,
        effects.topics().get(0),
        confirmed,
        late,
        new SoakResult.Figures(0, 0, 9));
  }

  private History history(String topic, List<UUID> messages) {
    HistoryChecker checker = new HistoryChecker(writes, List.of(topic));
    for (int offset = 0; offset < messages.size(); offset++) {
      checker.received(new Received(topic, 0, offset, messages.get(offset), true));
    }
    return checker.history();
  }
}

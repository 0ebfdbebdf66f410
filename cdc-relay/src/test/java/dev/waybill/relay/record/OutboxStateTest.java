package dev.waybill.relay.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OutboxStateTest {

  private static final Instant NOW = Instant.parse("2026-11-30T00:00:00Z");

  private static final List<OutboxState> STATES =
      List.of(
          new OutboxState.Pending(NOW, 0),
          new OutboxState.Processing(new OutboxState.Lease("relay", NOW, 1), 1),
          new OutboxState.Dispatched(NOW),
          new OutboxState.DeadLetter("too large", 12));

  private static final Map<String, Set<String>> DESIGNED =
      Map.of(
          "pending", Set.of("processing"),
          "processing", Set.of("pending", "dispatched", "dead-letter"),
          "dispatched", Set.of(),
          "dead-letter", Set.of("pending"));

  @Test
  void takesEachDeclaredTransitionAndRefusesEveryOther() {
    for (OutboxState from : STATES) {
      for (OutboxState to : STATES) {
        if (DESIGNED.getOrDefault(from.wireName(), Set.of()).contains(to.wireName())) {
          assertThat(from.become(to)).isSameAs(to);
        } else {
          assertThatIllegalStateException()
              .as(from.wireName() + " to " + to.wireName())
              .isThrownBy(() -> from.become(to))
              .withMessageContaining(from.wireName());
        }
      }
    }
  }

  @Test
  void foldsEachStateByItself() {
    assertThat(STATES)
        .extracting(state -> state.<String>fold(p -> "p", p -> "q", p -> "d", p -> "x"))
        .containsExactly("p", "q", "d", "x");
  }
}

package dev.waybill.handler.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeliveryStateTest {

  private static final Instant NOW = Instant.parse("2026-03-01T08:00:00Z");
  private static final DeliveryState.Cause CAUSE = new DeliveryState.Cause("Broken", "broken");

  /** One of each state. */
  public static final List<DeliveryState> ALL =
      List.of(
          new DeliveryState.Pending(NOW),
          new DeliveryState.Waiting(),
          new DeliveryState.Processing(new DeliveryState.Lease("one", NOW, 1), 1),
          new DeliveryState.RetryScheduled(NOW, 1, CAUSE),
          new DeliveryState.Completed(NOW),
          new DeliveryState.SkippedUnsupportedVersion(NOW),
          new DeliveryState.Ignored(NOW, CAUSE),
          new DeliveryState.DeadLetter(NOW, 4, CAUSE));

  @Test
  void takesEveryDeclaredTransitionAndNoOther() {
    int taken = 0;
    for (DeliveryState from : ALL) {
      for (DeliveryState to : ALL) {
        boolean declared =
            DeliveryState.TRANSITIONS
                .getOrDefault(from.getClass(), Set.of())
                .contains(to.getClass());
        if (declared) {
          assertThat(from.become(to)).isSameAs(to);
          taken++;
        } else {
          assertThatThrownBy(() -> from.become(to))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContainingAll(from.wireName(), to.wireName());
        }
      }
    }
    assertThat(taken)
        .isEqualTo(DeliveryState.TRANSITIONS.values().stream().mapToInt(Set::size).sum());
  }

  @Test
  void knowsWhatIsFinished() {
    assertThat(ALL)
        .filteredOn(DeliveryState::terminal)
        .extracting(DeliveryState::wireName)
        .containsExactly("completed", "skipped_unsupported_version", "ignored", "dead_letter");
  }
}

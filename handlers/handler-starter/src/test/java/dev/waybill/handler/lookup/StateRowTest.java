package dev.waybill.handler.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.waybill.handler.state.DeliveryState;
import dev.waybill.handler.state.DeliveryState.Cause;
import dev.waybill.handler.state.DeliveryState.Lease;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateRowTest {

  private static final Instant NEXT = Instant.parse("2026-11-30T00:00:00Z");
  private static final Instant END = Instant.parse("2026-11-30T01:00:00Z");
  private static final Cause CAUSE = new Cause("unknown-place", "there is no such place");
  private static final Lease LEASE = new Lease("handler/1", END, 7);

  @Test
  void readsEveryStateThatThereIsWithWhatBelongsToIt() {
    List<DeliveryState> states =
        List.of(
            new DeliveryState.Pending(NEXT),
            new DeliveryState.Waiting(),
            new DeliveryState.Processing(LEASE, 2),
            new DeliveryState.RetryScheduled(NEXT, 2, CAUSE),
            new DeliveryState.Completed(END),
            new DeliveryState.SkippedUnsupportedVersion(END),
            new DeliveryState.Ignored(END, CAUSE),
            new DeliveryState.DeadLetter(END, 2, CAUSE));

    assertThat(states)
        .hasSameSizeAs(DeliveryState.class.getPermittedSubclasses())
        .allSatisfy(state -> assertThat(row(state.wireName(), END, LEASE).read()).isEqualTo(state));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "processing",
        "completed",
        "ignored",
        "dead_letter",
        "skipped_unsupported_version"
      })
  void refusesARowThatLacksWhatItsStateNeeds(String state) {
    assertThatIllegalStateException()
        .isThrownBy(() -> row(state, null, null).read())
        .withMessageContaining(state);
  }

  @Test
  void refusesAStateThatThereIsNot() {
    assertThatIllegalStateException()
        .isThrownBy(() -> row("released", END, LEASE).read())
        .withMessageContaining("released");
  }

  private static StateRow row(String state, @Nullable Instant end, @Nullable Lease lease) {
    return new StateRow(state, 2, NEXT, CAUSE.code(), CAUSE.message(), end, end, lease);
  }
}

package dev.waybill.handler.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.handler.state.DeliveryState;
import dev.waybill.handler.state.DeliveryState.Cause;
import dev.waybill.handler.state.DeliveryState.Lease;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RetryStepTest {

  private static final Instant NOW = Instant.parse("2026-11-30T00:00:00Z");
  private static final Cause CAUSE = new Cause("unknown-place", "there is no such place");

  private static final Map<DeliveryState, RetryStep> STEPS =
      Map.of(
          new DeliveryState.Pending(NOW), RetryStep.LEAVE_IN_PROGRESS,
          new DeliveryState.Waiting(), RetryStep.LEAVE_WAITING,
          new DeliveryState.Processing(new Lease("a", NOW, 1), 1), RetryStep.LEAVE_IN_PROGRESS,
          new DeliveryState.RetryScheduled(NOW, 1, CAUSE), RetryStep.MAKE_DUE,
          new DeliveryState.Completed(NOW), RetryStep.LEAVE_DONE,
          new DeliveryState.SkippedUnsupportedVersion(NOW), RetryStep.LEAVE_DONE,
          new DeliveryState.Ignored(NOW, CAUSE), RetryStep.LEAVE_DONE,
          new DeliveryState.DeadLetter(NOW, 4, CAUSE), RetryStep.REOPEN);

  @Test
  void runsNothingAgainThatHasEndedOrIsUnderWay() {
    assertThat(STEPS)
        .allSatisfy(
            (state, step) -> assertThat(RetryStep.of(state)).as(state.wireName()).isEqualTo(step));
  }

  @Test
  void reopensOnlyWhatMayBecomePending() {
    assertThat(STEPS)
        .allSatisfy(
            (state, step) -> {
              boolean may =
                  DeliveryState.TRANSITIONS
                      .getOrDefault(state.getClass(), Set.of())
                      .contains(DeliveryState.Pending.class);
              assertThat(step == RetryStep.REOPEN)
                  .as(state.wireName())
                  .isEqualTo(may && !(state instanceof DeliveryState.Processing));
            });
  }

  @Test
  void answersFailuresOnlyWhereNoHandlerIsNamed() {
    assertThat(RetryStep.values())
        .filteredOn(RetryStep::answersAFailure)
        .containsExactly(RetryStep.MAKE_DUE, RetryStep.REOPEN);
  }
}

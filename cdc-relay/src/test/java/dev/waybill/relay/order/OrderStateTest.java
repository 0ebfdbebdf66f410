package dev.waybill.relay.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrderStateTest {

  @ParameterizedTest
  @EnumSource
  void endsWhereNothingFollows(OrderState state) {
    boolean goesOn = false;
    for (OrderState next : OrderState.values()) {
      goesOn |= state.mayBecome(next);
    }
    assertThat(goesOn).isEqualTo(!state.ended());
  }

  @ParameterizedTest
  @EnumSource
  void neverGoesBackToTheBeginning(OrderState state) {
    assertThat(state.mayBecome(OrderState.REQUESTED)).isFalse();
    assertThat(state.mayBecome(state)).isFalse();
  }

  @Test
  void knowsWhatMayComeBefore() {
    assertThat(OrderState.RUNNING.before())
        .containsExactlyInAnyOrder(OrderState.REQUESTED, OrderState.WAITING);
    assertThat(OrderState.CANCELLED.before()).containsExactly(OrderState.CANCELLING);
  }
}

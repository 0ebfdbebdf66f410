package dev.waybill.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SpreadTest {

  @Test
  void knowsTheMiddleAndTheEnds() {
    assertThat(Spread.of(3, 1, 2).median()).isEqualTo(2);
    assertThat(Spread.of(4, 1, 2, 3).median()).isEqualTo(2.5);
    assertThat(Spread.of(3, 1, 2).figures("relay", "s"))
        .extracting(figure -> figure.name() + " " + figure.value())
        .containsExactly("relay.min 1.0", "relay.median 2.0", "relay.max 3.0");
  }

  @Test
  void refusesToSumUpNothing() {
    assertThatThrownBy(Spread::of).isInstanceOf(IllegalArgumentException.class);
  }
}

package dev.waybill.contract.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class HandlerIdTest {

  @Test
  void refusesTheNameThatMeansEveryHandler() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HandlerId("all"))
        .withMessageContaining("reserved");
    assertThat(new HandlerId("all-day").value()).isEqualTo("all-day");
  }
}

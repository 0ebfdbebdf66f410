package dev.waybill.workqueue.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlNameTest {

  @Test
  void quotesNamesThatSqlReserves() {
    assertThat(TableName.of("outbox", "order").quoted()).isEqualTo("\"outbox\".\"order\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Order",
        "1st",
        "a-b",
        "a b",
        "a\"b",
        "a.b",
        "a;DROP TABLE b",
        "ıd",
        "a\n",
        "a234567890123456789012345678901234567890123456789012345678901234"
      })
  void refusesEverythingElse(String name) {
    assertThatIllegalArgumentException().isThrownBy(() -> new SqlName(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Dead", "dead letter", "dead'", "-dead", "dead\\", "dead\n"})
  void refusesStatesThatWouldNotBeAConstant(String state) {
    assertThatIllegalArgumentException().isThrownBy(() -> new StateName(state));
  }
}

package dev.waybill.relay.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DatabaseAddressTest {

  @Test
  void takesAUrlApart() {
    assertThat(
            DatabaseAddress.parse(
                "jdbc:postgresql://db.internal:6432/orders?sslmode=require&user=x"))
        .isEqualTo(
            new DatabaseAddress("db.internal", 6432, "orders", Map.of("sslmode", "require")));
    assertThat(DatabaseAddress.parse("jdbc:postgresql://localhost/orders").port()).isEqualTo(5432);
  }

  @Test
  void refusesWhatItCannotPassOn() {
    for (String url :
        new String[] {"jdbc:postgresql:orders", "jdbc:mysql://a/b", "jdbc:postgresql://a,b/c"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> DatabaseAddress.parse(url))
          .withMessageContaining("waybill.relay.database.url");
    }
  }
}

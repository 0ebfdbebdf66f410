package dev.waybill.lab.effects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MishapsTest {

  @Test
  void befallOneMessageInSoMany() {
    assertThat(befallen(100)).isCloseTo(100, within(30L));
    assertThat(befallen(0)).isZero();
  }

  @Test
  void letAMessageFailOnce() {
    UUID message =
        LongStream.range(0, 10_000)
            .mapToObj(i -> new UUID(1, i))
            .filter(id -> Mishaps.befall(id, 100))
            .findFirst()
            .orElseThrow();
    Mishaps mishaps = new Mishaps(100);

    assertThatThrownBy(() -> mishaps.pass(message)).hasMessageContaining("first time");
    assertThatCode(() -> mishaps.pass(message)).doesNotThrowAnyException();
    assertThatCode(() -> new Mishaps(0).pass(message)).doesNotThrowAnyException();
  }

  private static long befallen(int oneIn) {
    return LongStream.range(0, 10_000)
        .mapToObj(i -> new UUID(1, i))
        .filter(id -> Mishaps.befall(id, oneIn))
        .count();
  }
}

package dev.waybill.handler.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PausesTest {

  private static final Pauses PAUSES = new Pauses(Duration.ofMillis(200), Duration.ofSeconds(30));

  @ParameterizedTest
  @CsvSource({
    "1, 100, 200",
    "2, 200, 400",
    "8, 12800, 25600",
    "9, 15000, 30000",
    "1000000, 15000, 30000"
  })
  void growsToItsBoundWithJitter(int failures, long least, long most) {
    SplittableRandom random = new SplittableRandom(1);

    for (int i = 0; i < 1_000; i++) {
      assertThat(PAUSES.after(failures, random))
          .isBetween(Duration.ofMillis(least), Duration.ofMillis(most));
    }
  }
}

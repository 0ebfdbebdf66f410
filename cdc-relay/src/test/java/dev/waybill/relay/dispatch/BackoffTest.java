package dev.waybill.relay.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BackoffTest {

  @Test
  void doublesUpToABoundWithJitter() {
    Backoff backoff = new Backoff(new SplittableRandom(1));
    long bound = 200;
    for (int i = 0; i < 12; i++) {
      assertThat(backoff.pause()).isBetween(Duration.ofMillis(bound / 2), Duration.ofMillis(bound));
      bound = Math.min(bound * 2, 5_000);
    }
    backoff.reset();
    assertThat(backoff.pause()).isLessThanOrEqualTo(Duration.ofMillis(200));
  }
}

package dev.waybill.relay.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {

  private final AtomicLong now = new AtomicLong();

  @Test
  void allowsWhatBuiltUp() {
    Pace pace = new Pace(100, now::get);
    assertThat(pace.allowance()).isEqualTo(1);
    pace.spend(1);
    assertThat(pace.allowance()).isZero();
    now.addAndGet(Duration.ofMillis(250).toNanos());
    assertThat(pace.allowance()).isEqualTo(25);
  }

  @Test
  void doesNotMakeGoodAPause() {
    Pace pace = new Pace(100, now::get);
    now.addAndGet(Duration.ofHours(1).toNanos());
    assertThat(pace.allowance()).isEqualTo(50);
  }

  @Test
  void allowsOneInASecondAtThatRate() {
    Pace pace = new Pace(1, now::get);
    long sent = 0;
    for (int i = 0; i < 100; i++) {
      int allowed = pace.allowance();
      pace.spend(allowed);
      sent += allowed;
      now.addAndGet(Duration.ofMillis(100).toNanos());
    }
    assertThat(sent).isBetween(10L, 11L);
  }
}

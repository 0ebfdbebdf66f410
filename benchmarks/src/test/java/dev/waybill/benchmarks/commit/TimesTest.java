package dev.waybill.benchmarks.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimesTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  private final Times times = new Times(2, 2);

  @Test
  void waitsForTheLastCopyAndNoLonger() throws Exception {
    times.visible(0, 0, 1);
    times.visible(0, 1, 1);
    times.visible(1, 0, 1);
    Thread last = new Thread(() -> times.visible(1, 1, 1));
    last.start();

    assertThat(times.await(() -> true, LONG)).isTrue();
    last.join();
  }

  @Test
  void doesNotWaitWhenNobodyLooks() throws Exception {
    assertThat(times.await(() -> false, LONG)).isFalse();
    assertThat(times.await(() -> true, Duration.ZERO)).isFalse();
  }

  @Test
  void knowsTheFirstCopyOfSome() {
    times.visible(0, 0, 5);
    times.visible(1, 0, 9);
    times.visible(1, 1, 7);

    assertThat(times.firstVisible(index -> true)).hasValue(5);
    assertThat(times.firstVisible(index -> index == 1)).hasValue(7);
    assertThat(times.firstVisible(index -> false)).isEmpty();
  }
}

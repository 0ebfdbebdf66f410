package dev.waybill.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class OpenLoopTest {

  private static final long STALL = Duration.ofMillis(100).toNanos();

  @Test
  void doesEachPieceOnceAndNoneBeforeItsTime() throws Exception {
    Schedule schedule = schedule(500, 200);
    AtomicIntegerArray done = new AtomicIntegerArray(schedule.count());

    new OpenLoop(schedule, 4)
        .run(
            () ->
                worker(
                    index -> {
                      assertThat(System.nanoTime())
                          .isGreaterThanOrEqualTo(schedule.intended(index));
                      done.incrementAndGet(index);
                    }));

    for (int i = 0; i < schedule.count(); i++) {
      assertThat(done.get(i)).isEqualTo(1);
    }
  }

  @Test
  void aStallCountsForEveryPieceThatItHeldBack() throws Exception {
    Schedule schedule = schedule(1_000, 200);
    Latencies latencies = new Latencies();

    new OpenLoop(schedule, 1)
        .run(
            () ->
                worker(
                    index -> {
                      if (index == 0) {
                        stall();
                      }
                      latencies.record(System.nanoTime() - schedule.intended(index));
                    }));

    assertThat(latencies.count()).isEqualTo(200);
    assertThat(latencies.millisAt(90))
        .as("about a hundred pieces were due during the stall, not only the one that stalled")
        .isGreaterThan(20);
  }

  @Test
  void endsWhenAPieceFails() {
    Schedule schedule = schedule(100, 60_000);

    assertThatThrownBy(
            () ->
                new OpenLoop(schedule, 2)
                    .run(
                        () ->
                            worker(
                                index -> {
                                  throw new IllegalStateException("broken");
                                })))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("broken");
  }

  private static Schedule schedule(int perSecond, int millis) {
    return new Schedule(System.nanoTime(), perSecond, Duration.ZERO, Duration.ofMillis(millis));
  }

  private static void stall() {
    long end = System.nanoTime() + STALL;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  private static OpenLoop.Worker worker(Work work) {
    return new OpenLoop.Worker() {
      @Override
      public void work(int index) {
        work.on(index);
      }

      @Override
      public void close() {}
    };
  }

  private interface Work {
    void on(int index);
  }
}

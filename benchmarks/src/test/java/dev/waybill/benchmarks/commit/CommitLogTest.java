package dev.waybill.benchmarks.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.waybill.benchmarks.measure.Schedule;
import dev.waybill.benchmarks.measure.WallClock;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitLogTest {

  /** How far two looks at the clocks may differ; a fault of translation would be years. */
  private static final long NANOS = 1_000_000_000;

  @Test
  void carriesInstantsToAnotherProcess(@TempDir Path folder) throws Exception {
    Schedule schedule = new Schedule(System.nanoTime(), 2, Duration.ZERO, Duration.ofSeconds(1));
    Times here = new Times(schedule.count(), 0);
    here.committed(0, schedule.start() + 10);
    here.committed(1, schedule.start() + 30);
    Path file = folder.resolve("commits");

    CommitLog.write(file, schedule, here);
    CommitLog read = CommitLog.read(file);
    WallClock there = new WallClock(WallClock.ofThisProcess().offset() - 7);
    Times times = new Times(schedule.count(), 1);
    read.replay(there, times);

    assertThat(there.toNanoTime(read.start())).isCloseTo(schedule.start(), within(NANOS));
    assertThat(times.committed(0) - there.toNanoTime(read.start())).isEqualTo(10);
    assertThat(times.committed(1) - times.committed(0)).isEqualTo(20);
  }
}

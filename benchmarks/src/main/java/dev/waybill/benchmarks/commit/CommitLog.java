package dev.waybill.benchmarks.commit;

import dev.waybill.benchmarks.measure.Schedule;
import dev.waybill.benchmarks.measure.WallClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * When a load began and when it committed each message, in a file: for another process, whose
 * {@link System#nanoTime} means something else. Instants are nanoseconds since the epoch.
 */
public record CommitLog(long start, List<Long> committed) {

  /** Values are copied. */
  public CommitLog {
    committed = List.copyOf(committed);
  }

  /** Writes what happened in this process. */
  public static void write(Path file, Schedule schedule, Times times) throws IOException {
    WallClock clock = WallClock.ofThisProcess();
    Stream<Long> instants =
        Stream.concat(
            Stream.of(clock.toEpochNanos(schedule.start())),
            IntStream.range(0, schedule.count())
                .mapToObj(index -> clock.toEpochNanos(times.committed(index))));
    Files.write(file, instants.map(String::valueOf).toList());
  }

  /** Reads what happened in another process. */
  public static CommitLog read(Path file) throws IOException {
    List<Long> instants = Files.readAllLines(file).stream().map(Long::valueOf).toList();
    return new CommitLog(instants.get(0), instants.subList(1, instants.size()));
  }

  /** Notes the commits by this process's clock. */
  public void replay(WallClock clock, Times times) {
    for (int i = 0; i < committed.size(); i++) {
      times.committed(i, clock.toNanoTime(committed.get(i)));
    }
  }
}

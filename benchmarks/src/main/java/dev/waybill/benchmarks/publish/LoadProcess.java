package dev.waybill.benchmarks.publish;

import dev.waybill.benchmarks.arrival.TopicWatcher;
import dev.waybill.benchmarks.commit.CommitLog;
import dev.waybill.benchmarks.commit.Leg;
import dev.waybill.benchmarks.commit.LoadOptions;
import dev.waybill.benchmarks.commit.Times;
import dev.waybill.benchmarks.measure.Schedule;
import dev.waybill.benchmarks.measure.WallClock;
import dev.waybill.benchmarks.run.BenchProcess;
import dev.waybill.lab.stack.JvmOptions;
import dev.waybill.local.process.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A load in a process of its own, watched from this one. */
record LoadProcess(JvmOptions jvm, String bootstrapServers, LoadOptions load, int rate) {

  private static final Duration GRACE = Duration.ofSeconds(15);
  private static final Duration START = Duration.ofMinutes(1);

  /**
   * Publishes on a path and watches its topics.
   *
   * @param path what it is called in the report
   * @param options those of {@link LoadCommand} that tell the path
   */
  Leg measure(String path, List<String> topics, List<String> options) throws Exception {
    long run = System.nanoTime();
    WallClock clock = WallClock.ofThisProcess();
    Times times = new Times(load.schedule(rate).count(), topics.size());
    Path log = Files.createTempFile(path, ".commits");
    CommitLog commits;
    try (TopicWatcher watcher = TopicWatcher.start(bootstrapServers, topics, run, times)) {
      publish(log, run, options);
      commits = CommitLog.read(log);
      times.await(watcher::reads, GRACE);
    }
    Files.delete(log);
    commits.replay(clock, times);
    Schedule schedule = load.schedule(rate, clock.toNanoTime(commits.start()));
    return Leg.of(path, "visible", schedule, times);
  }

  private void publish(Path log, long run, List<String> options) {
    List<String> arguments = new ArrayList<>(options);
    arguments.add("--run=" + run);
    arguments.add("--rate=" + rate);
    arguments.addAll(load.arguments());
    arguments.add(log.toString());
    try (ChildProcess process =
        BenchProcess.builder(jvm, LoadCommand.NAME, arguments.toArray(String[]::new)).start()) {
      int code = process.awaitExit(START.plusSeconds(load.duration()));
      if (code != 0) {
        throw new IllegalStateException("the load ended with " + code + ": " + process.logTail());
      }
    }
  }
}

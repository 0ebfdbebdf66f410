package dev.waybill.benchmarks.commit;

import dev.waybill.benchmarks.measure.Schedule;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import picocli.CommandLine.Option;

/** What is committed, and for how long; the same options for every benchmark that commits. */
public final class LoadOptions {

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long to measure each. Default: ${DEFAULT-VALUE}.")
  private int seconds = 30;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "Seconds of the same load before that. Default: ${DEFAULT-VALUE}.")
  private int warmUp = 10;

  @Option(
      names = "--payload-bytes",
      paramLabel = "N",
      description = "Size of each payload. Default: ${DEFAULT-VALUE}.")
  private int payloadBytes = 500;

  @Option(
      names = "--writers",
      paramLabel = "N",
      description = "Connections that commit. Default: ${DEFAULT-VALUE}.")
  private int writers = 8;

  /** When to begin each message; the first one in a second. */
  public Schedule schedule(int rate) {
    return schedule(rate, System.nanoTime() + TimeUnit.SECONDS.toNanos(1));
  }

  /** When to begin each message. */
  public Schedule schedule(int rate, long start) {
    return new Schedule(start, rate, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds));
  }

  /** The message of a number in a run. */
  public BenchMessage message(long run, int index) {
    return BenchMessage.of(run, index, payloadBytes);
  }

  /** Commits to the writer's database. */
  public CommitLoad load(DataSource database) {
    return new CommitLoad(database, writers);
  }

  /** Seconds, the warm-up included. */
  public int duration() {
    return warmUp + seconds;
  }

  /** The same options, for another process. */
  public List<String> arguments() {
    return List.of(
        "--seconds=" + seconds,
        "--warm-up=" + warmUp,
        "--payload-bytes=" + payloadBytes,
        "--writers=" + writers);
  }

  /** For the report. */
  public Map<String, String> parameters() {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("seconds", String.valueOf(seconds));
    parameters.put("warm-up", String.valueOf(warmUp));
    parameters.put("payload-bytes", String.valueOf(payloadBytes));
    parameters.put("writers", String.valueOf(writers));
    return parameters;
  }
}

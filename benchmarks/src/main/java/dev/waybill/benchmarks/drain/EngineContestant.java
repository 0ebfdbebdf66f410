package dev.waybill.benchmarks.drain;

import dev.waybill.benchmarks.engine.BareEngineCommand;
import dev.waybill.benchmarks.engine.BareEngineCommand.Copies;
import dev.waybill.benchmarks.engine.BareEngineCommand.Reading;
import dev.waybill.benchmarks.measure.Progress;
import dev.waybill.benchmarks.measure.WallClock;
import dev.waybill.lab.stack.JvmOptions;
import dev.waybill.local.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A Debezium engine of its own, with the relay's settings, that discards what it reads or sends it
 * to topics of its own.
 */
final class EngineContestant implements Contestant {

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final String name;
  private final String publication;
  private final Copies copies;
  private final Site site;

  EngineContestant(String name, String publication, Copies copies, Site site) {
    this.name = name;
    this.publication = publication;
    this.copies = copies;
    this.site = site;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void stand() throws Exception {
    site.slots().copyOfRelays(slot());
  }

  @Override
  public Progress drain(long rows) throws Exception {
    WallClock clock = WallClock.ofThisProcess();
    Path log = Files.createTempFile(name, ".log");
    long started = clock.toEpochNanos(System.nanoTime());
    try (ChildProcess process =
        BareEngineCommand.start(
            site.jvm(), site.jdbcUrl(), new Reading(slot(), publication), copies, rows, log)) {
      int code = process.awaitExit(PATIENCE);
      if (code != 0) {
        throw new IllegalStateException(name + " ended with " + code + ": " + process.logTail());
      }
    }
    Progress progress = read(log, started);
    Files.delete(log);
    site.slots().drop(slot());
    return progress;
  }

  private static Progress read(Path log, long started) throws IOException {
    Progress progress = new Progress(started);
    for (String line : Files.readAllLines(log)) {
      if (line.startsWith(BareEngineCommand.ROWS)) {
        String[] fields = line.split(" ", -1);
        progress.reached(Long.parseLong(fields[2]), Long.parseLong(fields[1]));
      }
    }
    return progress;
  }

  private String slot() {
    return "bench_" + name.replace('-', '_');
  }

  /** Where it runs. */
  record Site(Slots slots, String jdbcUrl, JvmOptions jvm) {}
}

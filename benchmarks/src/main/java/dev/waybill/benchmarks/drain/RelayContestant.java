package dev.waybill.benchmarks.drain;

import dev.waybill.benchmarks.measure.Progress;
import dev.waybill.lab.check.Waiting;
import dev.waybill.lab.stack.Service;
import java.time.Duration;
import java.util.List;

/** The packaged relay, exactly once to every topic. It is at rest but while it drains. */
final class RelayContestant implements Contestant {

  private static final Duration STOP = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  /** So long nothing may have moved for the drain to be over. */
  private static final Duration QUIET = Duration.ofSeconds(2);

  private final Service process;
  private final Slots slots;
  private final String bootstrapServers;
  private final List<String> topics;

  RelayContestant(Service process, Slots slots, String bootstrapServers, List<String> topics) {
    this.process = process;
    this.slots = slots;
    this.bootstrapServers = bootstrapServers;
    this.topics = List.copyOf(topics);
  }

  @Override
  public String name() {
    return "relay";
  }

  @Override
  public void stand() throws Exception {
    if (process.isAlive()) {
      slots.awaitConfirmed();
      process.stop(STOP);
    }
  }

  @Override
  public Progress drain(long rows) throws Exception {
    try (StableOffsets offsets = StableOffsets.of(bootstrapServers, topics)) {
      long before = offsets.sum();
      Progress progress = new Progress(System.nanoTime());
      process.start();
      Quiet quiet = new Quiet(rows * topics.size());
      boolean over =
          Waiting.until(
              () -> {
                long now = offsets.sum() - before;
                long instant = System.nanoTime();
                progress.reached(instant, now);
                return quiet.since(now, instant);
              },
              PATIENCE);
      if (!over) {
        return progress;
      }
      slots.awaitConfirmed();
      process.stop(STOP);
      return progress.scaledTo(rows);
    }
  }

  /** Start it again for whoever comes next. */
  void leaveRunning() {
    if (!process.isAlive()) {
      process.start();
      process.awaitReady();
    }
  }

  /** Whether everything is there and has not moved for a while. */
  private static final class Quiet {

    private final long least;
    private long last;
    private long lastMoved;

    Quiet(long least) {
      this.least = least;
    }

    boolean since(long count, long instant) {
      if (count != last) {
        last = count;
        lastMoved = instant;
      }
      return count >= least && instant - lastMoved > QUIET.toNanos();
    }
  }
}

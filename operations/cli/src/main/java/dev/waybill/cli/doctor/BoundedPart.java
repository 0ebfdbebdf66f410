package dev.waybill.cli.doctor;

import dev.waybill.cli.finding.Finding;
import dev.waybill.cli.finding.Findings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * One part of the examination, given up when its time is over: what it found until then counts. Its
 * thread is a daemon, and its connections end by their own, shorter limits.
 */
final class BoundedPart {

  private final String name;
  private final Duration limit;
  private final Findings findings = new Findings();
  private final FutureTask<Boolean> task;

  private BoundedPart(String name, Duration limit, Consumer<Findings> part) {
    this.name = name;
    this.limit = limit;
    this.task = new FutureTask<>(() -> part.accept(findings), true);
  }

  /** Begins to run a part. */
  static BoundedPart start(String name, Duration limit, Consumer<Findings> part) {
    BoundedPart started = new BoundedPart(name, limit, part);
    Thread thread = new Thread(started.task, "doctor-" + name);
    thread.setDaemon(true);
    thread.start();
    return started;
  }

  /** Waits for its end, at most as long as the limit, and returns what it found. */
  List<Finding> await() {
    try {
      task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      findings.add(
          Finding.problem(
              name + ".in-time",
              "not everything answered within " + limit.toSeconds() + " s",
              "see whether the network or the server swallows requests; then look again"));
    } catch (ExecutionException e) {
      findings.add(
          Finding.problem(
              name + ".complete",
              "the examination broke off: " + e.getCause(),
              "report this; the other findings hold"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      findings.add(Finding.skipped(name + ".in-time", "interrupted"));
    }
    List<Finding> found = findings.close();
    task.cancel(true);
    return found;
  }
}

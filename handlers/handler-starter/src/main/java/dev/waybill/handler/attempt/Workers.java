package dev.waybill.handler.attempt;

import dev.waybill.handler.attempt.ClaimedRun.Result;
import dev.waybill.handler.deliver.Fault;
import dev.waybill.handler.operate.Brakes;
import dev.waybill.handler.retry.OutageGate;
import dev.waybill.workqueue.Claim;
import dev.waybill.workqueue.retry.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one handler that run what is due in the inbox: failed deliveries whose time has
 * come, those that waited behind them, and calls to the outside. Each claims a few, runs them one
 * after the other, and asks again; when nothing is due it sleeps for the poll interval or until it
 * is told that something came.
 */
public final class Workers {

  /** So many deliveries one thread claims at a time at most. */
  public static final int CLAIMS = 8;

  /** So long one that was interrupted is waited for; one that is deaf to it keeps its lease. */
  private static final Duration PARTING = Duration.ofMillis(500);

  private final DeliveryQueue queue;
  private final ClaimedRun run;
  private final OutageGate gate;
  private final Brakes brakes;
  private final RunObserver observer;
  private final Pace pace;
  private final List<Thread> threads = new ArrayList<>();
  private final Map<Thread, Long> busySince = new ConcurrentHashMap<>();
  private final Semaphore bell = new Semaphore(0);
  private volatile boolean ending;

  public Workers(
      DeliveryQueue queue,
      ClaimedRun run,
      OutageGate gate,
      Brakes brakes,
      RunObserver observer,
      Pace pace) {
    this.queue = queue;
    this.run = run;
    this.gate = gate;
    this.brakes = brakes;
    this.observer = observer;
    this.pace = pace;
  }

  /**
   * How they work.
   *
   * @param threads how many deliveries run at a time
   * @param claims how many one thread claims at a time
   * @param pollInterval how long they sleep when nothing is due
   * @param outages pauses while the database does not do its part
   * @param longest a thread that is at one delivery for longer hangs
   */
  public record Pace(
      int threads, int claims, Duration pollInterval, Backoff outages, Duration longest) {}

  public void start() {
    for (int i = 1; i <= pace.threads(); i++) {
      Thread thread = new Thread(this::work, "waybill-" + queue.handler() + "-worker-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  /** Something may be due. */
  public void ring() {
    if (bell.availablePermits() < pace.threads()) {
      bell.release();
    }
  }

  /** Whether every thread is alive and none hangs, or they were asked to end. */
  public boolean isAlive() {
    long now = System.nanoTime();
    boolean hangs =
        busySince.values().stream().anyMatch(since -> now - since > pace.longest().toNanos());
    return ending || (!hangs && threads.stream().allMatch(Thread::isAlive));
  }

  public boolean isEnding() {
    return ending;
  }

  /** Claims nothing any more; what runs goes on. */
  public void end() {
    ending = true;
    bell.release(pace.threads());
  }

  /**
   * Returns when nothing runs any more, or time is over: then what runs is interrupted, and has a
   * moment to give its claim back.
   *
   * @return whether everything ended by itself
   */
  public boolean awaitEnd(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    boolean ended = true;
    for (Thread thread : threads) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      thread.join(Math.max(1, left));
      if (thread.isAlive()) {
        run.end();
        thread.interrupt();
        ended = false;
      }
    }
    if (!ended) {
      for (Thread thread : threads) {
        thread.join(PARTING.toMillis());
      }
    }
    return ended;
  }

  private void work() {
    SplittableRandom random = new SplittableRandom();
    int outages = 0;
    while (!ending) {
      try {
        Pass pass = pass();
        outages = pass == Pass.OUTAGE ? outages + 1 : 0;
        if (pass != Pass.WORKED) {
          sleep(outages == 0 ? pace.pollInterval() : pace.outages().after(outages, random));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private enum Pass {
    WORKED,
    IDLE,
    OUTAGE
  }

  private Pass pass() {
    boolean probe = !gate.isOpen();
    int limit = limit();
    if (limit == 0) {
      return Pass.IDLE;
    }
    try {
      run.releaseLeft();
      List<Claim> claims = queue.claim(limit);
      if (claims.isEmpty() && probe && busySince.isEmpty()) {
        gate.nothingToTry();
      }
      return claims.isEmpty() ? Pass.IDLE : run(claims);
    } catch (RuntimeException e) {
      observer.outage(Fault.of(e).failure());
      return Pass.OUTAGE;
    }
  }

  private int limit() {
    if (brakes.stopsWork()) {
      return 0;
    }
    if (gate.isOpen()) {
      return pace.claims();
    }
    return gate.takeProbe() ? 1 : 0;
  }

  private Pass run(List<Claim> claims) {
    for (int i = 0; i < claims.size(); i++) {
      boolean first = i == 0;
      if (ending || Thread.currentThread().isInterrupted() || (!first && !gate.isOpen())) {
        giveBack(claims.subList(i, claims.size()));
        return Pass.IDLE;
      }
      if (runOne(claims.get(i)) == Result.OUTAGE) {
        giveBack(claims.subList(i + 1, claims.size()));
        return Pass.OUTAGE;
      }
    }
    return Pass.WORKED;
  }

  private Result runOne(Claim claim) {
    busySince.put(Thread.currentThread(), System.nanoTime());
    try {
      return run.run(claim);
    } finally {
      busySince.remove(Thread.currentThread());
    }
  }

  private void giveBack(List<Claim> claims) {
    try {
      claims.forEach(queue::release);
    } catch (RuntimeException e) {
      observer.outage(Fault.of(e).failure());
    }
  }

  private void sleep(Duration pause) throws InterruptedException {
    boolean rung = bell.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
    if (rung) {
      bell.drainPermits();
    }
  }
}

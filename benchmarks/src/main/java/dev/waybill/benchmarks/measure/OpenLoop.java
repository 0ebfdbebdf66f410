package dev.waybill.benchmarks.measure;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts each piece of work at its intended instant, on one of several workers, however long
 * earlier ones take. When all workers are busy the work waits, and the wait counts, since every
 * latency is measured from the intended instant: the system cannot slow the load down and so hide
 * its delay.
 */
public final class OpenLoop {

  private final Schedule schedule;
  private final int workers;

  public OpenLoop(Schedule schedule, int workers) {
    this.schedule = schedule;
    this.workers = workers;
  }

  /**
   * Runs the whole schedule and returns when the last piece is done.
   *
   * @param factory makes the work of each worker, on the worker's own thread
   * @throws ExecutionException when a piece of work failed; the others end soon
   */
  public void run(WorkerFactory factory) throws InterruptedException, ExecutionException {
    AtomicInteger next = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(workers);
    try {
      Future<?>[] futures = new Future<?>[workers];
      for (int i = 0; i < workers; i++) {
        futures[i] = pool.submit(() -> work(factory, next));
      }
      for (Future<?> future : futures) {
        future.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private Void work(WorkerFactory factory, AtomicInteger next) throws Exception {
    try (Worker worker = factory.create()) {
      for (int i = next.getAndIncrement(); i < schedule.count(); i = next.getAndIncrement()) {
        awaitInstant(schedule.intended(i));
        worker.work(i);
      }
    } catch (Exception e) {
      next.set(schedule.count());
      throw e;
    }
    return null;
  }

  private static void awaitInstant(long instant) throws InterruptedException {
    for (long left = instant - System.nanoTime(); left > 0; left = instant - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /** Makes workers. */
  public interface WorkerFactory {
    Worker create() throws Exception;
  }

  /** Does pieces of work, one at a time. */
  public interface Worker extends AutoCloseable {

    /** Does the piece of this number. */
    void work(int index) throws Exception;
  }
}

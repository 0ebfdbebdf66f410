package dev.waybill.activity.testbed;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Many callers with the same request at the same moment. */
public final class AtOnce {

  private AtOnce() {}

  /** What each of them was answered. */
  public static List<Answer> call(int callers, Callable<Answer> request) {
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      return threads.invokeAll(IntStream.range(0, callers).mapToObj(i -> request).toList()).stream()
          .map(AtOnce::result)
          .toList();
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Answer result(Future<Answer> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException(e);
  }
}

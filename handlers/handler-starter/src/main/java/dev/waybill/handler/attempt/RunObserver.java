package dev.waybill.handler.attempt;

import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.handler.deliver.MethodRunner.Run;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Is told how deliveries end, for logs and metrics. Called from any thread; throws nothing. */
public interface RunObserver {

  /**
   * Its effects are stored.
   *
   * @param took how long its method ran; null in a batch, where nobody looks at the clock
   */
  default void completed(Run run, @Nullable Duration took) {}

  /**
   * A run failed, and that is recorded.
   *
   * @param took how long its method ran; null in a batch
   */
  default void failed(Run run, Verdict verdict, @Nullable Duration took) {}

  /** A verdict was stored, whether or not there was a run. */
  default void settled(Verdict verdict) {}

  /**
   * A transaction committed.
   *
   * @param records how many of its records the inbox knew already
   */
  default void known(int records) {}

  /** It was run under a claim that was another's by then; what it wrote was rolled back. */
  default void stale(Run run) {}

  /** Something was in the way, for less than its limit; no attempt is used. */
  default void inTheWay(Run run, Failure failure) {}

  /** The database does not do its part. */
  default void outage(Failure failure) {}
}

package dev.waybill.handler.attempt;

import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.handler.deliver.MethodRunner.Run;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Is told how deliveries end, for logs and metrics. Called from any thread; throws nothing. */
public interface RunObserver {

  /** Its effects are stored. */
  void completed(Run run, @Nullable Duration took);

  /** A run failed, and that was recorded. */
  void failed(Run run, Verdict verdict);

  /** A verdict was stored, whether or not there was a run. */
  void settled(Verdict verdict);

  /** It was run under a claim that was another's by then; what it wrote was rolled back. */
  void stale(Run run);

  /** Another transaction was in the way; no attempt is used. */
  void inTheWay(Run run, Failure failure);

  /** The database does not do its part. */
  void outage(Failure failure);
}

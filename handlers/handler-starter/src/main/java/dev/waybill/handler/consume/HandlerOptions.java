package dev.waybill.handler.consume;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.deliver.FaultClasses;
import dev.waybill.workqueue.retry.Backoff;
import dev.waybill.workqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;

/**
 * How handlers are run.
 *
 * @param owner of leases; unique to the process start
 * @param named handlers that have settings of their own
 * @param retries when failing messages of a handler are tried again
 * @param faults what exceptions say
 * @param times how long things may take
 * @param bounds how much there may be
 */
public record HandlerOptions(
    String owner,
    Set<String> named,
    Function<HandlerId, RetryPolicy> retries,
    FaultClasses faults,
    Times times,
    Bounds bounds) {

  /**
   * How long things may take.
   *
   * @param longestHandler one call of a transactional method
   * @param call one call to the outside
   * @param lease of what is worked on
   * @param pollInterval of the inbox
   * @param outages pauses while the surroundings fail
   * @param outageLimit how long an outage of the outside holds a handler
   * @param contentionLimit how long in a row what is in a delivery's way uses no attempt
   * @param shutdown what runs when the application stops
   */
  public record Times(
      Duration longestHandler,
      Duration call,
      Duration lease,
      Duration pollInterval,
      Backoff outages,
      Duration outageLimit,
      Duration contentionLimit,
      Duration shutdown) {}

  /**
   * How much there may be.
   *
   * @param concurrency deliveries of one handler at a time
   * @param waiting unfinished deliveries of one handler in the inbox
   * @param retention how long the inbox remembers
   */
  public record Bounds(int concurrency, int waiting, Duration retention) {}
}

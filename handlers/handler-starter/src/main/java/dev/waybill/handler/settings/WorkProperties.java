package dev.waybill.handler.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How what waits in the inbox is worked on.
 *
 * @param concurrency How many deliveries of one handler run at a time in this instance, beside what
 *     is run as it is read.
 * @param pollInterval How often the inbox is asked for what is due, from 100ms to 5s.
 * @param leaseDuration How long an instance holds what it works on. The stale threshold, too: when
 *     the instance dies or freezes, another takes its work after that.
 * @param callTimeout How long a method with processing = SINGLE may take before it is interrupted.
 * @param instanceId Name of this instance in leases and health rows; by default the name of the
 *     machine. Two instances on one machine need two names.
 * @param shutdownTimeout How long what runs may go on when the application stops.
 */
public record WorkProperties(
    @DefaultValue("2") int concurrency,
    @DefaultValue("1s") Duration pollInterval,
    @DefaultValue("30s") Duration leaseDuration,
    @DefaultValue("1m") Duration callTimeout,
    @DefaultValue("") String instanceId,
    @DefaultValue("10s") Duration shutdownTimeout) {

  private static final int MOST_THREADS = 100;

  /**
   * @throws IllegalArgumentException when a value is out of range; names it
   */
  public WorkProperties {
    Bounds bounds = new Bounds("work.");
    bounds.require("concurrency", concurrency, 1, MOST_THREADS);
    bounds.require("poll-interval", pollInterval, Duration.ofMillis(100), Duration.ofSeconds(5));
    bounds.require("lease-duration", leaseDuration);
    bounds.require("call-timeout", callTimeout);
    bounds.require(
        instanceId.matches("\\S{0,100}"),
        "instance-id is '" + instanceId + "', not at most 100 characters without a space");
    bounds.require("shutdown-timeout", shutdownTimeout);
  }
}

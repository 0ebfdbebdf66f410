package dev.waybill.handler.settings;

import dev.waybill.workqueue.retry.Backoff;
import java.time.Duration;
import java.util.Set;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What to do while PostgreSQL, Kafka or what a handler calls does not answer, or something is in
 * the way of a message. No attempt is counted then.
 *
 * @param firstPause The bound of the first pause; doubled with each failure, with jitter.
 * @param longestPause The bound that the pauses grow to.
 * @param limit How long a handler stands still because what it calls does not answer; after that
 *     its messages fail by their schedule.
 * @param contentionLimit How long in a row a message is tried again without using an attempt
 *     because another transaction is in its way or PostgreSQL lacks resources for it; after that it
 *     fails by its schedule.
 * @param exceptions Class names of exceptions that say that what a handler calls does not answer,
 *     beside those of java.net and java.util.concurrent.
 * @param permanent Class names of exceptions of messages that cannot succeed: dead letters at once.
 */
public record OutageProperties(
    @DefaultValue("200ms") Duration firstPause,
    @DefaultValue("30s") Duration longestPause,
    @DefaultValue("15m") Duration limit,
    @DefaultValue("15m") Duration contentionLimit,
    @DefaultValue Set<String> exceptions,
    @DefaultValue Set<String> permanent) {

  /**
   * @throws IllegalArgumentException when a value is out of range; names it
   */
  public OutageProperties {
    Bounds bounds = new Bounds("outage.");
    bounds.require("first-pause", firstPause);
    bounds.require("longest-pause", longestPause);
    bounds.notLonger("first-pause", firstPause, "longest-pause", longestPause);
    bounds.require(!limit.isNegative(), "limit is " + limit + ", negative");
    bounds.require("contention-limit", contentionLimit, Duration.ofSeconds(1), Duration.ofDays(30));
    exceptions = Set.copyOf(exceptions);
    permanent = Set.copyOf(permanent);
  }

  Backoff backoff() {
    return Backoff.doubling(firstPause, longestPause);
  }
}

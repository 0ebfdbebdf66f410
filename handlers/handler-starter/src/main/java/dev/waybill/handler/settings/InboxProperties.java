package dev.waybill.handler.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How much the inbox holds, and for how long.
 *
 * @param maxWaiting So many unfinished deliveries of one handler at most; at that the handler reads
 *     nothing more, until there are fewer.
 * @param retention How long the inbox knows what was handled: longer than the topic and its dead
 *     letters keep a record.
 */
public record InboxProperties(
    @DefaultValue("10000") int maxWaiting, @DefaultValue("60d") Duration retention) {

  /**
   * @throws IllegalArgumentException when a value is out of range; names it
   */
  public InboxProperties {
    Bounds bounds = new Bounds("inbox.");
    bounds.atLeast("max-waiting", maxWaiting, 1);
    bounds.require(
        retention.compareTo(Duration.ofSeconds(1)) >= 0,
        "retention is " + Bounds.words(retention) + ", shorter than 1s");
  }
}

package dev.waybill.relay.watch;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the relay's tables said at one moment.
 *
 * @param pending visible messages that no batch covers
 * @param oldestSeconds age of the oldest of them when it was looked for, 0 when there was none
 * @param handlers those that are subscribed, or of which something is left
 * @param daysAhead whole days after today, one after the other, for which there is a partition
 */
public record OutboxLook(
    long pending, double oldestSeconds, Map<String, HandlerLook> handlers, int daysAhead) {

  /** What is known before the first look. */
  static final OutboxLook NONE = new OutboxLook(0, 0, Map.of(), 0);

  public OutboxLook {
    handlers = Map.copyOf(new TreeMap<>(handlers));
  }

  /**
   * One handler's part.
   *
   * @param blocked whether its topic takes no records
   * @param behind whether it was left out of batches that are not made good yet
   * @param retrying parked deliveries that will be tried again, or wait behind one that will
   * @param dead parked deliveries that will not
   * @param heldKeys ordering keys that wait behind a parked delivery
   */
  public record HandlerLook(
      boolean blocked, boolean behind, long retrying, long dead, long heldKeys) {}
}

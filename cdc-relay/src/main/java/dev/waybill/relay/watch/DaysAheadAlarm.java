package dev.waybill.relay.watch;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says when the outbox is about to run out of partitions: without one for its day, staging is
 * refused, and with it every business change. The writers and the relay make fourteen days ahead,
 * so that fewer than the bound means that making them has failed for days. Used by one thread.
 */
public final class DaysAheadAlarm {

  private static final Logger LOG = LoggerFactory.getLogger(DaysAheadAlarm.class);

  private final int fewest;
  private int logged = Integer.MAX_VALUE;

  /**
   * @param fewest fewer days than these are an alarm
   */
  public DaysAheadAlarm(int fewest) {
    this.fewest = fewest;
  }

  /** Whether so many days are too few. */
  public boolean tooFew(int days) {
    return days < fewest;
  }

  /** Logs it once for each day that is lost, and once when it is over. Says whether it did. */
  boolean take(int days) {
    boolean fewer = tooFew(days) && days < logged;
    boolean over = !tooFew(days) && logged != Integer.MAX_VALUE;
    if (fewer) {
      LOG.warn(
          "outbox.message has partitions for {} more days only, fewer than {}; without one staging"
              + " is refused; see runbooks/outbox-partitions-short.md",
          days,
          fewest);
      logged = days;
    } else if (over) {
      LOG.info("outbox.message has partitions for {} more days", days);
      logged = Integer.MAX_VALUE;
    }
    return fewer || over;
  }
}

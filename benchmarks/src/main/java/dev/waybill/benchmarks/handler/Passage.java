package dev.waybill.benchmarks.handler;

import dev.waybill.benchmarks.measure.Progress;
import dev.waybill.local.history.TopicHistory;

/**
 * What one process made of a backlog.
 *
 * @param inTime whether it was done before anybody lost patience
 * @param history the effects that are there now, compared with the backlog
 * @param progress how the messages were handled, but those that a failure held up
 * @param failures what became of those
 */
record Passage(boolean inTime, TopicHistory history, Progress progress, Failures failures) {

  /**
   * The messages that failed first.
   *
   * @param messages how many there are
   * @param rolledBack at least so many effects were written in vain
   * @param secondsToLast from the first effect of all to the last one that was held up; not a
   *     number when none was
   */
  record Failures(int messages, long rolledBack, double secondsToLast) {

    static final Failures NONE = new Failures(0, 0, Double.NaN);

    /** Whether each of them did fail. */
    boolean struck() {
      return rolledBack >= messages;
    }
  }
}

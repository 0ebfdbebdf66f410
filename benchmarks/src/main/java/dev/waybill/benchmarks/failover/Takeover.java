package dev.waybill.benchmarks.failover;

import dev.waybill.benchmarks.commit.Times;
import dev.waybill.benchmarks.measure.Schedule;
import java.util.OptionalLong;

/**
 * One kill.
 *
 * @param sent before SIGKILL was sent
 * @param gone when the process was certainly gone
 */
record Takeover(long sent, long gone) {

  private static final double NANOS = 1e9;

  /**
   * Seconds from SIGKILL to the first message that only the successor can have published: one whose
   * commit was not yet begun when the killed process was gone. Not a number when there is none.
   */
  double seconds(Schedule schedule, Times times) {
    OptionalLong first = times.firstVisible(index -> schedule.intended(index) > gone);
    return first.isPresent() ? (first.getAsLong() - sent) / NANOS : Double.NaN;
  }
}

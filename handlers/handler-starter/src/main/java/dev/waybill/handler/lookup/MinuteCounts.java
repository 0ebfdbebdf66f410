package dev.waybill.handler.lookup;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has become, for one handler, of the messages of some minutes of the recorded time: each
 * delivery is in one minute and one state, as of one moment.
 *
 * @param tenant whose deliveries were counted; null when everybody's
 * @param untimed deliveries without a recorded time, which are in no minute; at most {@link
 *     MinuteBook#MOST_UNTIMED} are counted
 * @param minutes every minute of the range, the oldest first
 */
public record MinuteCounts(@Nullable String tenant, long untimed, List<Minute> minutes) {

  public MinuteCounts {
    minutes = List.copyOf(minutes);
  }

  /**
   * How many deliveries of one minute are in each state.
   *
   * @param begin of the minute
   */
  public record Minute(Instant begin, Ended ended, Unfinished unfinished) {}

  /** At their end: nothing more happens unless somebody asks for it. */
  public record Ended(long completed, long skipped, long ignored, long dead) {}

  /** Taken in, and not at their end. */
  public record Unfinished(long pending, long waiting, long processing, long retrying) {}
}

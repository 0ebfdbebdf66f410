package dev.waybill.handler.endpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.lookup.MinuteCounts;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has become of the messages of some minutes.
 *
 * @param tenant whose were counted; null when everybody's
 * @param untimed deliveries that are in no minute
 */
record MinuteList(String handler, @Nullable String tenant, long untimed, List<Minute> minutes) {

  static MinuteList of(HandlerId handler, MinuteCounts counts) {
    return new MinuteList(
        handler.value(),
        counts.tenant(),
        counts.untimed(),
        counts.minutes().stream().map(Minute::of).toList());
  }

  /** One minute; its numbers are named by the state. */
  record Minute(
      Instant minute,
      long completed,
      @JsonProperty("skipped_unsupported_version") long skipped,
      long ignored,
      @JsonProperty("dead_letter") long dead,
      long pending,
      long waiting,
      long processing,
      @JsonProperty("retry_scheduled") long retryScheduled) {

    static Minute of(MinuteCounts.Minute minute) {
      return new Minute(
          minute.begin(),
          minute.ended().completed(),
          minute.ended().skipped(),
          minute.ended().ignored(),
          minute.ended().dead(),
          minute.unfinished().pending(),
          minute.unfinished().waiting(),
          minute.unfinished().processing(),
          minute.unfinished().retrying());
    }
  }
}

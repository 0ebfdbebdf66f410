package dev.waybill.handler.inbox;

import dev.waybill.handler.batch.Failure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * As what a delivery enters the inbox when it is not run at once.
 *
 * @param state the column's value
 * @param mayWait whether it enters as waiting when an earlier one of its key is unfinished
 * @param attempts how many runs there were
 * @param delay until it is due
 * @param owner who runs it at once, under a lease; null when nobody does
 * @param lease how long that holds
 * @param failure why it is in that state; null when nothing failed
 */
record Entry(
    String state,
    boolean mayWait,
    int attempts,
    Duration delay,
    @Nullable String owner,
    Duration lease,
    @Nullable Failure failure) {

  static Entry pending() {
    return new Entry("pending", true, 0, Duration.ZERO, null, Duration.ZERO, null);
  }

  static Entry begun(String owner, Duration lease) {
    return new Entry("processing", true, 1, Duration.ZERO, owner, lease, null);
  }

  static Entry uncounted(Failure failure) {
    return new Entry("pending", true, 0, Duration.ZERO, null, Duration.ZERO, failure);
  }

  static Entry retry(Failure failure, Duration delay) {
    return new Entry("retry_scheduled", false, 1, delay, null, Duration.ZERO, failure);
  }

  static Entry ended(String state, int attempts, Failure failure) {
    return new Entry(state, false, attempts, Duration.ZERO, null, Duration.ZERO, failure);
  }

  boolean isDead() {
    return state.equals("dead_letter");
  }
}

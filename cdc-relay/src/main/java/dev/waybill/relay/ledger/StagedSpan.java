package dev.waybill.relay.ledger;

import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;

/**
 * When the messages of a batch were staged, from the first to the last. Together with a number it
 * tells a message from another one that was given the same number when the sequence began again.
 */
public record StagedSpan(Instant from, Instant through) {

  /** The span of the given times; empty when there is none. */
  public static Optional<StagedSpan> of(Collection<Instant> times) {
    return times.isEmpty()
        ? Optional.empty()
        : Optional.of(new StagedSpan(Collections.min(times), Collections.max(times)));
  }

  /** Whether a message that was staged then may be one of the batch. */
  public boolean holds(Instant staged) {
    return !staged.isBefore(from) && !staged.isAfter(through);
  }
}

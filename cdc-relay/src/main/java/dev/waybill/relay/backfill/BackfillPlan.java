package dev.waybill.relay.backfill;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a backfill would send, as things are now.
 *
 * @param active whether the handler receives copies now; otherwise it begins when it does
 * @param ordered whether its lane stays blocked until the backfill has ended
 * @param from where the time range begins, resolved
 * @param fromSeq it looks at numbers after this one
 * @param counts by type and version, or null when counting took too long
 * @param notes what an operator should know before
 */
public record BackfillPlan(
    String handler,
    boolean active,
    boolean ordered,
    List<String> types,
    Instant from,
    @Nullable Instant to,
    int rate,
    long fromSeq,
    @Nullable List<TypeCount> counts,
    List<String> notes) {

  public BackfillPlan {
    types = List.copyOf(types);
    notes = List.copyOf(notes);
  }

  /** How many messages it would send, if that was counted. */
  public @Nullable Long messages() {
    return counts == null ? null : counts.stream().mapToLong(TypeCount::messages).sum();
  }

  /** Messages of one type and version that it would send. */
  public record TypeCount(String type, int version, long messages) {}
}

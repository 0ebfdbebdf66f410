package dev.waybill.relay.ledger;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What batches of the stream published of some numbers. A message was published when a batch has
 * its number and was staged around its time; where a time is not known, the number alone decides.
 *
 * @param batches those that have any of the numbers
 */
public record Coverage(List<CoveringBatch> batches) {

  public Coverage {
    batches = List.copyOf(batches);
  }

  /** All numbers of the batches. */
  public SeqSet numbers() {
    return batches.stream().map(CoveringBatch::seqs).reduce(SeqSet.empty(), SeqSet::union);
  }

  /**
   * Whether a message was published.
   *
   * @param staged when it was staged, null when that is not known
   */
  public boolean holds(long seq, @Nullable Instant staged) {
    return batches.stream().anyMatch(batch -> batch.holds(seq, staged));
  }

  /**
   * One batch.
   *
   * @param span when its messages were staged, null when that is not known of each
   */
  public record CoveringBatch(SeqSet seqs, @Nullable StagedSpan span) {

    boolean holds(long seq, @Nullable Instant staged) {
      return seqs.contains(seq) && (span == null || staged == null || span.holds(staged));
    }
  }
}

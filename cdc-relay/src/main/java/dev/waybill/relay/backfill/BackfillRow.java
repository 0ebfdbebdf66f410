package dev.waybill.relay.backfill;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A backfill as its row says.
 *
 * @param types which types it sends
 * @param from messages staged from then on
 * @param to and before then; null means up to where it began
 * @param rate most messages in a second
 * @param span which numbers it looks at
 * @param done what it has done
 */
public record BackfillRow(
    long order,
    List<String> types,
    Instant from,
    @Nullable Instant to,
    int rate,
    Span span,
    Done done) {

  public BackfillRow {
    types = List.copyOf(types);
  }

  /** Whether every number was looked at. */
  public boolean complete() {
    return span.through() != null && span.position() >= span.through();
  }

  /**
   * Numbers.
   *
   * @param from those after it
   * @param position those up to it were looked at
   * @param through the last, null before it begins
   */
  public record Span(long from, long position, @Nullable Long through) {}

  /**
   * Counts.
   *
   * @param sent messages published to the handler, or parked for it
   * @param skipped of versions that it does not read, or not there any more
   */
  public record Done(long sent, long skipped) {}
}

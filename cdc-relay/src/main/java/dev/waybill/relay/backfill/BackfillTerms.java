package dev.waybill.relay.backfill;

import dev.waybill.relay.order.InvalidOrderException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for.
 *
 * @param types which of the handler's types; empty means all
 * @param from messages staged from then on; null means from the oldest that is kept
 * @param to messages staged before; null means everything up to where it begins
 * @param rate most messages in a second
 */
public record BackfillTerms(
    String handler, List<String> types, @Nullable Instant from, @Nullable Instant to, int rate) {

  public static final int DEFAULT_RATE = 1_000;
  private static final int MOST = 100_000;

  /**
   * @throws InvalidOrderException when the range is none, or the rate is out of bounds
   */
  public BackfillTerms {
    types = types.stream().distinct().sorted().toList();
    if (rate < 1 || rate > MOST) {
      throw new InvalidOrderException(
          "rate", "rate is " + rate, "give messages per second, between 1 and " + MOST);
    }
    if (from != null && to != null && !from.isBefore(to)) {
      throw new InvalidOrderException(
          "to", "to is " + to + ", which is not after from, " + from, "give a later time");
    }
  }
}

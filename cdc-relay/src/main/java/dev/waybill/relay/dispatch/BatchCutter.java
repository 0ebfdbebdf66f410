package dev.waybill.relay.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Cuts a list into pieces that one Kafka transaction may hold, in order. A single element may
 * exceed the bytes alone.
 */
record BatchCutter(int maxCount, long maxBytes) {

  /** Half of what a topic takes by default, since the ledger's record must always fit. */
  private static final long MAX_LEDGER_BYTES = 524_288;

  <T> List<List<T>> cut(List<T> elements, ToLongFunction<T> bytes) {
    return cut(elements, bytes, element -> 0);
  }

  /**
   * @param ledgerBytes what an element adds to the ledger's record, at most
   */
  <T> List<List<T>> cut(List<T> elements, ToLongFunction<T> bytes, ToLongFunction<T> ledgerBytes) {
    List<List<T>> pieces = new ArrayList<>();
    List<T> piece = new ArrayList<>();
    long size = 0;
    long ledger = 0;
    for (T element : elements) {
      long more = bytes.applyAsLong(element);
      long moreLedger = ledgerBytes.applyAsLong(element);
      boolean full =
          piece.size() == maxCount
              || size + more > maxBytes
              || ledger + moreLedger > MAX_LEDGER_BYTES;
      if (!piece.isEmpty() && full) {
        pieces.add(piece);
        piece = new ArrayList<>();
        size = 0;
        ledger = 0;
      }
      piece.add(element);
      size += more;
      ledger += moreLedger;
    }
    if (!piece.isEmpty()) {
      pieces.add(piece);
    }
    return pieces;
  }
}

package dev.waybill.relay.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Cuts a list into pieces that one Kafka transaction may hold, in order. A single element may
 * exceed the bytes alone.
 */
record BatchCutter(int maxCount, long maxBytes) {

  <T> List<List<T>> cut(List<T> elements, ToLongFunction<T> bytes) {
    List<List<T>> pieces = new ArrayList<>();
    List<T> piece = new ArrayList<>();
    long size = 0;
    for (T element : elements) {
      long more = bytes.applyAsLong(element);
      if (!piece.isEmpty() && (piece.size() == maxCount || size + more > maxBytes)) {
        pieces.add(piece);
        piece = new ArrayList<>();
        size = 0;
      }
      piece.add(element);
      size += more;
    }
    if (!piece.isEmpty()) {
      pieces.add(piece);
    }
    return pieces;
  }
}

package dev.waybill.relay.dispatch;

import dev.waybill.relay.ledger.SeqSet;
import dev.waybill.relay.outbox.OutboxTable.RowSize;
import dev.waybill.relay.status.StatusBoard;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Dispatches from the table what no batch of the stream published, in the order of the numbers and
 * up to a bound. The bound is the greatest number that was visible when the slot existed and
 * nothing was read yet: a row above it is left to the stream, since a row of its key below it may
 * only become visible in between.
 */
record CatchUp(Dispatcher.Stores stores, Dispatcher dispatcher, BatchCutter cutter) {

  private static final int NUMBERS = 20_000;

  /** Runs to the bound. Returns how many messages were published, or -1 when it was stopped. */
  long run(String relay, StatusBoard board, BooleanSupplier stopping) {
    long bound = stores.outbox().greatestSeq();
    long after = Long.MIN_VALUE;
    long published = 0;
    while (!stopping.getAsBoolean()) {
      List<Long> numbers = stores.outbox().seqs(after, bound, NUMBERS);
      if (numbers.isEmpty()) {
        return published;
      }
      published += dispatch(unpublished(relay, numbers), board, stopping);
      board.moved();
      after = numbers.get(numbers.size() - 1);
    }
    return -1;
  }

  /** Not by the numbers alone: they may have begun again before the log was lost. */
  private List<Long> unpublished(String relay, List<Long> numbers) {
    SeqSet unpublished = stores.ledger().unpublished(relay, SeqSet.of(numbers));
    return numbers.stream().filter(unpublished::contains).toList();
  }

  private long dispatch(List<Long> numbers, StatusBoard board, BooleanSupplier stopping) {
    if (numbers.isEmpty()) {
      return 0;
    }
    long published = 0;
    for (int from = 0; from < numbers.size(); from += cutter.maxCount()) {
      int to = Math.min(numbers.size(), from + cutter.maxCount());
      for (List<RowSize> piece :
          cutter.cut(stores.outbox().sizes(numbers.subList(from, to)), RowSize::bytes)) {
        if (stopping.getAsBoolean()) {
          return published;
        }
        List<Long> seqs = piece.stream().map(RowSize::seq).toList();
        published += dispatcher.dispatch(stores.outbox().rows(seqs));
        board.moved();
      }
    }
    return published;
  }
}

package dev.waybill.relay.dispatch;

import dev.waybill.relay.ledger.SeqSet;
import dev.waybill.relay.outbox.OutboxTable;

/**
 * Tells rows that are not visible yet from rows that are gone. The WAL has a transaction when its
 * commit is flushed, and others see it only later, after the answer of a synchronous standby for
 * instance. Once every transaction has ended that ran when rows were first missed, they are gone.
 */
final class UnseenRows {

  private final OutboxTable outbox;
  private SeqSet missed = SeqSet.empty();
  private long boundary;

  UnseenRows(OutboxTable outbox) {
    this.outbox = outbox;
  }

  /** Whether rows among these numbers may still become visible; ask again later. */
  boolean mayAppear(SeqSet numbers) {
    if (!numbers.equals(missed)) {
      missed = numbers;
      boundary = outbox.nextTransaction();
      return true;
    }
    return outbox.oldestTransaction() < boundary;
  }
}

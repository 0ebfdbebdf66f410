package dev.waybill.relay.ledger;

import java.util.Optional;

/**
 * Whose Kafka, whose database: what the last record of the ledger topic and the last row of the
 * ledger table say about each other. A clone, a promoted standby and a restored backup share the
 * system identifier, so the batch and fencing values decide.
 */
public sealed interface LedgerComparison {

  /** The table has everything that the topic has. */
  record InStep() implements LedgerComparison {}

  /** The topic is one batch ahead: a relay ended between the two. */
  record OneAhead(BatchRecord missing) implements LedgerComparison {}

  /** These two do not belong together; nothing may be published until an operator decides. */
  record Foreign(String reason, String remedy) implements LedgerComparison {}

  /**
   * Compares.
   *
   * @param last the last record of the ledger topic, if it holds any
   * @param row the last row of the ledger table, {@link LedgerRow#NONE} if it holds none
   * @param own the fencing value and system identifier of the relay that asks
   */
  static LedgerComparison compare(Optional<BatchRecord> last, LedgerRow row, Own own) {
    if (last.isEmpty()) {
      return row.batch() == 0
          ? new InStep()
          : foreign("its ledger topic is empty while the database has batch " + row.batch());
    }
    BatchRecord.BatchKey topic = last.get().key();
    if (!topic.systemIdentifier().equals(own.systemIdentifier())) {
      return foreign(
          "its ledger was written from the PostgreSQL cluster "
              + topic.systemIdentifier()
              + ", this is "
              + own.systemIdentifier());
    }
    if (topic.fencingValue() >= own.fencingValue()) {
      return foreign(
          "its ledger was written under fencing value "
              + topic.fencingValue()
              + ", this database is at "
              + own.fencingValue());
    }
    if (topic.batch() == row.batch()) {
      return topic.fencingValue() == row.fencingValue()
          ? new InStep()
          : foreign("both have batch " + row.batch() + ", written under different fencing values");
    }
    return topic.batch() == row.batch() + 1
        ? new OneAhead(last.get())
        : foreign("its ledger ends at batch " + topic.batch() + ", the database at " + row.batch());
  }

  private static Foreign foreign(String reason) {
    return new Foreign(
        "Kafka and this database do not belong together: " + reason,
        "The database was re-created, restored or cloned, or Kafka lost data."
            + " Follow runbooks/relay-not-ready.md, section 'foreign ledger'");
  }

  /**
   * The last row of the ledger table.
   *
   * @param batch 0 when there is none
   */
  record LedgerRow(long batch, long fencingValue) {

    /** No row yet. */
    public static final LedgerRow NONE = new LedgerRow(0, 0);
  }

  /** What the asking relay is. */
  record Own(long fencingValue, String systemIdentifier) {}
}

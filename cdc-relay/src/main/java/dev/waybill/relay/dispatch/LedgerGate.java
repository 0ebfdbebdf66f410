package dev.waybill.relay.dispatch;

import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.ledger.BatchRecord;
import dev.waybill.relay.ledger.LedgerComparison;
import dev.waybill.relay.ledgerstore.LedgerTopic;
import dev.waybill.relay.status.NotReadyException;
import java.time.Duration;
import java.util.Optional;

/**
 * Compares topic and table before the producer is initialised and again after, and repairs the
 * table. Before, so that a clone of the database fences nobody; after, since only then the topic
 * can no longer change.
 */
record LedgerGate(
    FencingToken token, String systemIdentifier, LedgerTopic topic, Dispatcher.Stores stores) {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /**
   * Returns when initialising the producer would fence only our own predecessor.
   *
   * @throws NotReadyException when this Kafka and this database do not belong together
   */
  void requireOwn() {
    // A predecessor that was killed may have left a transaction open, which only the
    // initialisation ends; so this reads what is stable and does not wait for the end.
    compare(topic.lastStable(TIMEOUT));
  }

  /**
   * Writes the row that a predecessor did not live to write, if there is one.
   *
   * @throws NotReadyException when this Kafka and this database do not belong together
   */
  void repair() {
    if (compare(topic.last(TIMEOUT)) instanceof LedgerComparison.OneAhead ahead) {
      stores
          .ledger()
          .repair(token, ahead.missing(), stores.outbox().visible(ahead.missing().messages()));
    }
  }

  private LedgerComparison compare(Optional<BatchRecord> last) {
    LedgerComparison comparison =
        LedgerComparison.compare(
            last,
            stores.ledger().last(token.relay()),
            new LedgerComparison.Own(token.value(), systemIdentifier));
    if (comparison instanceof LedgerComparison.Foreign foreign) {
      throw new NotReadyException(foreign.reason(), foreign.remedy());
    }
    return comparison;
  }
}

package dev.waybill.relay.outbox;

import dev.waybill.contract.message.MessageId;
import dev.waybill.relay.ledger.SeqId;
import java.time.Instant;

/**
 * One row of the outbox on its way to Kafka.
 *
 * @param envelope the text form of the wire headers, as stored
 * @param payload the value, as stored
 * @param committed when its transaction committed
 */
public record OutboxMessage(SeqId name, String envelope, String payload, CommitTime committed) {

  public long seq() {
    return name.seq();
  }

  public MessageId id() {
    return name.id();
  }

  /**
   * When a message was committed.
   *
   * @param exact whether {@code at} is the commit's time from the WAL; otherwise it is the time of
   *     staging, the only one that the table knows
   */
  public record CommitTime(Instant at, boolean exact) {}
}

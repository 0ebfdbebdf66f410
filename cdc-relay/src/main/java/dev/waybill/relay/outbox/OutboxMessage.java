package dev.waybill.relay.outbox;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.relay.ledger.SeqId;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * One row of the outbox on its way to Kafka.
 *
 * @param envelope the text form of the wire headers, as stored
 * @param payload the value, as stored
 * @param committed when its transaction committed
 */
public record OutboxMessage(SeqId name, String envelope, String payload, CommitTime committed) {

  private static final String RECORDED = "\"" + WireHeaders.RECORDED_TIME + "\":\"";

  /** As PostgreSQL renders it: a finer time, or a longer year, would not come back from a table. */
  private static final int RECORDED_LENGTH = "2026-01-01T00:00:00.000000Z".length();

  private static final int YEAR_LENGTH = 4;

  public long seq() {
    return name.seq();
  }

  public MessageId id() {
    return name.id();
  }

  /**
   * When it was staged, as its envelope says, to the microsecond; empty when that says nothing. Not
   * the time of the row: the same message has the same time however it came here.
   */
  public Optional<Instant> recordedAt() {
    int begin = envelope.lastIndexOf(RECORDED) + RECORDED.length();
    int end = begin + RECORDED_LENGTH;
    if (begin < RECORDED.length()
        || end >= envelope.length()
        || envelope.charAt(end) != '"'
        || envelope.charAt(begin + YEAR_LENGTH) != '-') {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.parse(envelope.subSequence(begin, end)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * When a message was committed.
   *
   * @param exact whether {@code at} is the commit's time from the WAL; otherwise it is the time of
   *     staging, the only one that the table knows
   */
  public record CommitTime(Instant at, boolean exact) {}
}

package dev.waybill.lab.demo;

import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.local.topics.TopicRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A record of the demo's, and when a plain consumer had it. That may be after the handler's effect:
 * the two read on their own.
 */
record Arrival(TopicRecord record, Instant at) {
  /** The id of the message. */
  String messageId() {
    return String.valueOf(record.key());
  }

  /** When the message was committed, as the relay read it from the WAL. */
  Optional<Instant> committedAt() {
    return record.header(WireHeaders.COMMITTED_AT).map(Instant::parse);
  }

  /** From the commit to the consumer. */
  Optional<Duration> sinceCommit() {
    return committedAt().map(committed -> Duration.between(committed, at));
  }
}

package dev.waybill.handler.desk;

import dev.waybill.contract.wire.TopicNames;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.handler.RecordPosition;
import dev.waybill.handler.deadletter.DeadLetterReader;
import dev.waybill.handler.deadletter.DeadLetterReader.Wanted;
import dev.waybill.handler.lookup.Standing;
import dev.waybill.handler.record.RawHeader;
import dev.waybill.handler.record.RawRecord;
import dev.waybill.handler.record.ReplayId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The bytes of dead letters that the inbox has forgotten, because their topic has them. */
final class DeadLetterRecords {

  private final DeadLetterReader reader;
  private final ServiceHandlers handlers;

  DeadLetterRecords(DeadLetterReader reader, ServiceHandlers handlers) {
    this.reader = reader;
    this.handlers = handlers;
  }

  /** Where a dead letter is on its topic; empty when it was never sent. */
  Optional<RecordPosition> place(Standing standing) {
    Standing.LastDeath death = standing.deadLetter();
    return death == null || death.sent() == null
        ? Optional.empty()
        : Optional.of(
            new RecordPosition(
                TopicNames.deadLetters(handlers.require(standing.handler().value()).topic()),
                death.sent().partition(),
                death.sent().offset()));
  }

  /**
   * The original record; empty when the topic does not have it any more. Asks Kafka, so not in a
   * transaction.
   *
   * @throws org.apache.kafka.common.KafkaException when Kafka does not answer
   */
  Optional<RawRecord> read(Standing standing) {
    return place(standing)
        .flatMap(place -> reader.read(new Wanted(place, standing.deaths(), standing.copy())));
  }

  /** The record as a replay: so its handler is told that somebody sent it again. */
  static RawRecord asReplay(RawRecord record, ReplayId replay) {
    List<RawHeader> headers = new ArrayList<>(record.headers());
    headers.removeIf(header -> header.name().equals(WireHeaders.REPLAY_ID));
    headers.add(RawHeader.text(WireHeaders.REPLAY_ID, replay.value()));
    return new RawRecord(record.key(), record.value(), headers);
  }
}

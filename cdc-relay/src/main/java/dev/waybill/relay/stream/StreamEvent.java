package dev.waybill.relay.stream;

import dev.waybill.relay.outbox.OutboxMessage;

/** What one record of the engine means to the relay. */
public sealed interface StreamEvent {

  /** A staged message. */
  record Staged(OutboxMessage message) implements StreamEvent {}

  /** A heartbeat row, ours or another relay's. */
  record Beat(String relay, long beat) implements StreamEvent {}

  /** Anything else that the engine passes on, such as its own bookkeeping. */
  record Other() implements StreamEvent {}
}

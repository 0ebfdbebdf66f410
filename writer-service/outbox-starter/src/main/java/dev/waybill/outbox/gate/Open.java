package dev.waybill.outbox.gate;

import dev.waybill.contract.message.MessageType;
import java.util.Optional;

/** The gate of an application that has none. */
enum Open implements VersionGate {
  GATE;

  @Override
  public Optional<String> objection(MessageType type) {
    return Optional.empty();
  }
}

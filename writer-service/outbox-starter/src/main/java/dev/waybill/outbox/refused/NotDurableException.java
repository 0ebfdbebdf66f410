package dev.waybill.outbox.refused;

import dev.waybill.contract.message.MessageType;

/** The contract declares the type best-effort, and best-effort messages are not staged. */
public final class NotDurableException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public NotDurableException(MessageType type) {
    super(
        "type " + type.name() + " is declared best-effort",
        "type",
        "Declare it durable in its record.yaml, or do not stage it.");
  }
}

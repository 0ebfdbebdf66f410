package dev.waybill.outbox.refused;

import dev.waybill.contract.message.MessageType;

/** A text holds what PostgreSQL or UTF-8 cannot: U+0000 or half a surrogate pair. */
public final class UnstorableTextException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public UnstorableTextException(MessageType type, String field, String found) {
    super(
        "message " + type + " holds " + found + " in " + field,
        field,
        "Remove it from the input: it cannot be stored or sent.");
  }
}

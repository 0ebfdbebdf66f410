package dev.waybill.outbox.refused;

import dev.waybill.contract.message.MessageKind;
import dev.waybill.contract.message.MessageType;

/** The message is of another kind than its contract says. */
public final class KindMismatchException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public KindMismatchException(MessageType type, MessageKind declared, MessageKind staged) {
    super(
        "type "
            + type.name()
            + " is declared as "
            + declared.wireName()
            + " but staged as "
            + staged.wireName(),
        "kind",
        "Build the message as the kind that its record.yaml declares.");
  }
}

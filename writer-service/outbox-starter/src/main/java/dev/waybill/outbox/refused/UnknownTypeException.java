package dev.waybill.outbox.refused;

import dev.waybill.contract.message.MessageType;

/** No jar of the application brings a contract of this type. */
public final class UnknownTypeException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public UnknownTypeException(MessageType type) {
    super(
        "type " + type.name() + " is in no catalogue",
        "type",
        "Add META-INF/waybill/events/"
            + type.name()
            + "/ with its record, schema and example, or correct the name.");
  }
}

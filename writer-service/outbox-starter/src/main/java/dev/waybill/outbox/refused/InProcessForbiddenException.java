package dev.waybill.outbox.refused;

import dev.waybill.contract.message.MessageType;

/** The type is set to go to consumers in this process although a handler subscribes to it. */
public final class InProcessForbiddenException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public InProcessForbiddenException(MessageType type, String handlers) {
    super(
        "type "
            + type.name()
            + " goes to consumers in this process, and has subscribers: "
            + handlers,
        "type",
        "Take it out of waybill.outbox.in-process, or its handlers out of the applied subscriptions.");
  }
}

package dev.waybill.outbox.refused;

import dev.waybill.contract.message.MessageType;

/** The message would be larger on the wire than the limit, counted with key and headers. */
public final class MessageTooLargeException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public MessageTooLargeException(MessageType type, long bytes, long limit) {
    super(
        "message " + type + " has " + bytes + " bytes on the wire, more than " + limit,
        "payload",
        "Send a reference in place of the content, or raise waybill.outbox.max-message-bytes, up to 31MB, together with the limits of the topics.");
  }
}

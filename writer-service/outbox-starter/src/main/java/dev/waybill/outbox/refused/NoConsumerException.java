package dev.waybill.outbox.refused;

import dev.waybill.contract.message.MessageType;

/** In an isolated run, nobody in this process takes the type: the message would be lost. */
public final class NoConsumerException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public NoConsumerException(MessageType type) {
    super(
        "type " + type.name() + " has no consumer in this process, and nothing is staged",
        "type",
        "Add an InProcessConsumer that takes it, or set waybill.outbox.in-process.isolated=false.");
  }
}

package dev.waybill.outbox.refused;

import dev.waybill.contract.message.MessageType;

/** A trace context is not one as W3C Trace Context has it, so that nobody could go on with it. */
public final class TraceContextInvalidException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public TraceContextInvalidException(MessageType type) {
    super(
        "message " + type + " has a traceparent that is none",
        "traceparent",
        "Pass on the header of the request as it came, 00-<trace id>-<span id>-<flags>, or leave it out.");
  }
}

package dev.waybill.outbox.refused;

import dev.waybill.contract.message.MessageType;

/** A message names no tenant. */
public final class TenantMissingException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public TenantMissingException(MessageType type) {
    super(
        "message " + type + " names no tenant",
        "tenant",
        "Set the tenant whose data the message carries.");
  }
}

package dev.waybill.outbox.refused;

import dev.waybill.contract.message.MessageType;

/** A message of an operation belongs to another tenant than the operation. */
public final class OtherTenantException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public OtherTenantException(MessageType type) {
    super(
        "message " + type + " belongs to another tenant than its operation",
        "tenant",
        "Stage the messages of one tenant in one operation.");
  }
}

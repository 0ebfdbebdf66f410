package dev.waybill.outbox.refused;

import dev.waybill.outbox.Operation;

/** The key of an operation belongs to another request that was carried out before. */
public final class OperationConflictException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public OperationConflictException(Operation operation) {
    super(
        operation + " was asked for before, with another request",
        "operation key",
        "Send the request as it was the first time, or choose a new key.");
  }
}

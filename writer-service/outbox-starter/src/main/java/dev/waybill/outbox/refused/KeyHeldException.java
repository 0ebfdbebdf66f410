package dev.waybill.outbox.refused;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.outbox.Operation;

/**
 * The ordering key is locked, or the operation's key is claimed, by a transaction of the same
 * thread that is suspended until this one ends: waiting for it would never end.
 */
public final class KeyHeldException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public KeyHeldException(MessageType type, OrderingKey key) {
    super(
        "message " + type + " has ordering key " + key + ", which the suspended transaction holds",
        "ordering key",
        "Stage it in the outer transaction, or stage there only after the inner one has ended.");
  }

  public KeyHeldException(Operation operation) {
    super(
        operation + " is being carried out by the suspended transaction",
        "operation key",
        "Stage its messages in the outer transaction, or give the inner one an operation of its own.");
  }
}

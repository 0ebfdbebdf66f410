package dev.waybill.outbox.refused;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;

/**
 * The ordering key is locked by a transaction of the same thread that is suspended until this one
 * ends: waiting for it would never end.
 */
public final class KeyHeldException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public KeyHeldException(MessageType type, OrderingKey key) {
    super(
        "message " + type + " has ordering key " + key + ", which the suspended transaction holds",
        "ordering key",
        "Stage it in the outer transaction, or stage there only after the inner one has ended.");
  }
}

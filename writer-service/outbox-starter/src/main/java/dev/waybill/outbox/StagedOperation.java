package dev.waybill.outbox;

import dev.waybill.contract.message.MessageId;
import java.util.List;

/**
 * What became of the messages of an {@link Operation}.
 *
 * @param messages the identities of its messages, in the order in which they were staged: now, or
 *     by the transaction that was first
 * @param repeated whether another transaction was first, so that nothing was staged now; then the
 *     business change must not be made a second time either
 */
public record StagedOperation(List<MessageId> messages, boolean repeated) {

  public StagedOperation {
    messages = List.copyOf(messages);
  }
}

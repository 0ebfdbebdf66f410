package dev.waybill.outbox.table;

import dev.waybill.contract.message.MessageId;
import java.util.List;

/** What the table of operations said to one of them. */
public sealed interface OperationOutcome {

  /**
   * It was new, and these are its messages.
   *
   * @param messages in the order in which they were staged
   */
  record Staged(List<MessageId> messages) implements OperationOutcome {}

  /**
   * It was carried out before, and these were its messages.
   *
   * @param messages in the order in which they were staged
   */
  record Repeated(List<MessageId> messages) implements OperationOutcome {}

  /** Its key belongs to another request. */
  record Conflict() implements OperationOutcome {}
}

package dev.waybill.outbox;

import dev.waybill.contract.message.MessageId;
import java.util.List;

/**
 * Stages messages in the current transaction: they exist if and only if it commits, and reach every
 * subscriber after that. Thread-safe.
 *
 * <p>Everything is checked before anything is written. A refusal is a {@link
 * dev.waybill.outbox.refused.StagingRefusedException}; let it pass, so that the business change
 * rolls back with it. Each call is one statement, sent at once, so a message staged inside a
 * savepoint vanishes when the savepoint is rolled back.
 *
 * <p>Change first, then stage: each ordering key is locked until the transaction ends, so that the
 * messages of a key are numbered in commit order. Two transactions that stage the same keys in
 * separate calls and in different orders may deadlock; {@code stageAll} sorts its keys and does
 * not. A transaction that stages thousands of keys needs room in {@code max_locks_per_transaction}.
 */
public interface Outbox {

  /**
   * Stages one message.
   *
   * @return the identity that it keeps through every retry and replay
   */
  MessageId stage(DurableMessage message);

  /**
   * Stages messages in the order of the list: their numbers rise in that order, and so does the
   * order in which a handler receives those of one key. All or none.
   *
   * @return the identities, in the order of the list
   */
  List<MessageId> stageAll(List<? extends DurableMessage> messages);

  /**
   * Stages the messages of an operation, unless a transaction that committed has done so before
   * under the same tenant and key. A transaction that is doing so right now is waited for. All or
   * none.
   *
   * <p>A repeat stages nothing and says so, so that the caller can roll its change back and answer
   * as the first time. The key is known for {@code waybill.outbox.operation-retention}.
   *
   * @throws dev.waybill.outbox.refused.OperationConflictException when the key belongs to another
   *     request
   */
  StagedOperation stageOnce(Operation operation, List<? extends DurableMessage> messages);
}

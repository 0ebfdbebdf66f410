package dev.waybill.outbox.staging;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.MessageIds;
import dev.waybill.outbox.Operation;
import dev.waybill.outbox.Outbox;
import dev.waybill.outbox.StagedOperation;
import dev.waybill.outbox.refused.KeyHeldException;
import dev.waybill.outbox.refused.OperationConflictException;
import dev.waybill.outbox.table.CurrentTransaction;
import dev.waybill.outbox.table.HeldKeys;
import dev.waybill.outbox.table.MessageTable;
import dev.waybill.outbox.table.OperationOutcome;
import dev.waybill.outbox.table.StagedMessage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outbox: checks every message first, then writes all of them in one statement. */
public final class StagingOutbox implements Outbox {

  private final CurrentTransaction transaction;
  private final MessageIds ids;
  private final MessagePreparation preparation;
  private final MessageTable table;
  private final Runnable flush;
  private final HeldKeys heldKeys = new HeldKeys();

  /** An outbox in an application whose changes are written when they are made. */
  public StagingOutbox(
      CurrentTransaction transaction,
      MessageIds ids,
      MessagePreparation preparation,
      MessageTable table) {
    this(transaction, ids, preparation, table, () -> {});
  }

  /**
   * @param flush writes the changes that are held back, before each message is written
   */
  public StagingOutbox(
      CurrentTransaction transaction,
      MessageIds ids,
      MessagePreparation preparation,
      MessageTable table,
      Runnable flush) {
    this.transaction = transaction;
    this.ids = ids;
    this.preparation = preparation;
    this.table = table;
    this.flush = flush;
  }

  @Override
  public MessageId stage(DurableMessage message) {
    return stageAll(List.of(message)).get(0);
  }

  @Override
  public List<MessageId> stageAll(List<? extends DurableMessage> messages) {
    transaction.require();
    Batch batch = prepare(messages);
    if (!batch.rows().isEmpty()) {
      getReady(messages);
      table.stage(batch.rows());
      heldKeys.hold(orderingKeys(messages));
    }
    return List.copyOf(batch.ids());
  }

  @Override
  public StagedOperation stageOnce(Operation operation, List<? extends DurableMessage> messages) {
    transaction.require();
    MessagePreparation.requireTenantOf(operation, messages);
    Batch batch = prepare(messages);
    if (heldKeys.isHeld(operation)) {
      throw new KeyHeldException(operation);
    }
    getReady(messages);
    OperationOutcome outcome =
        table.stageOnce(
            operation.tenant(), operation.key(), digest(operation.request()), batch.rows());
    if (outcome instanceof OperationOutcome.Staged staged) {
      heldKeys.hold(operation);
      heldKeys.hold(orderingKeys(messages));
      return new StagedOperation(staged.messages(), false);
    }
    if (outcome instanceof OperationOutcome.Repeated repeated) {
      return new StagedOperation(repeated.messages(), true);
    }
    throw new OperationConflictException(operation);
  }

  private Batch prepare(List<? extends DurableMessage> messages) {
    Batch batch = new Batch(new ArrayList<>(messages.size()), new ArrayList<>(messages.size()));
    for (DurableMessage message : messages) {
      MessageId id = ids.next();
      batch.ids().add(id);
      batch.rows().add(preparation.prepare(id, message));
    }
    return batch;
  }

  /** Everything that comes before the statement and after the checks. */
  private void getReady(List<? extends DurableMessage> messages) {
    for (DurableMessage message : messages) {
      if (heldKeys.isHeld(message.orderingKey())) {
        throw new KeyHeldException(message.type(), message.orderingKey());
      }
    }
    flush.run();
  }

  private static List<OrderingKey> orderingKeys(List<? extends DurableMessage> messages) {
    return messages.stream().map(DurableMessage::orderingKey).toList();
  }

  private static @Nullable String digest(@Nullable String request) {
    if (request == null) {
      return null;
    }
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(request.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private record Batch(List<MessageId> ids, List<StagedMessage> rows) {}
}

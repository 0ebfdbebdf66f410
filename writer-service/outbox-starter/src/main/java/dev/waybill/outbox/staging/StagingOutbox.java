package dev.waybill.outbox.staging;

import dev.waybill.contract.message.MessageId;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.MessageIds;
import dev.waybill.outbox.Outbox;
import dev.waybill.outbox.table.CurrentTransaction;
import dev.waybill.outbox.table.MessageTable;
import dev.waybill.outbox.table.StagedMessage;
import java.util.ArrayList;
import java.util.List;

/** The outbox: checks every message first, then writes all of them in one statement. */
public final class StagingOutbox implements Outbox {

  private final CurrentTransaction transaction;
  private final MessageIds ids;
  private final MessagePreparation preparation;
  private final MessageTable table;

  public StagingOutbox(
      CurrentTransaction transaction,
      MessageIds ids,
      MessagePreparation preparation,
      MessageTable table) {
    this.transaction = transaction;
    this.ids = ids;
    this.preparation = preparation;
    this.table = table;
  }

  @Override
  public MessageId stage(DurableMessage message) {
    return stageAll(List.of(message)).get(0);
  }

  @Override
  public List<MessageId> stageAll(List<? extends DurableMessage> messages) {
    transaction.require();
    List<MessageId> staged = new ArrayList<>(messages.size());
    List<StagedMessage> rows = new ArrayList<>(messages.size());
    for (DurableMessage message : messages) {
      MessageId id = ids.next();
      staged.add(id);
      rows.add(preparation.prepare(id, message));
    }
    if (!rows.isEmpty()) {
      table.stage(rows);
    }
    return List.copyOf(staged);
  }
}

package dev.waybill.outbox.aftercommit;

import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.contract.catalogue.EventContract;
import dev.waybill.contract.message.MessageType;
import dev.waybill.outbox.AfterCommit;
import dev.waybill.outbox.refused.DeclaredDurableException;
import dev.waybill.outbox.refused.UnknownTypeException;
import dev.waybill.outbox.table.CurrentTransaction;
import org.springframework.context.support.AbstractApplicationContext;

/** Best-effort events as events of the application. Thread-safe. */
public final class EventsAfterCommit implements AfterCommit {

  private final CurrentTransaction transaction;
  private final Catalogue catalogue;
  private final EachListener listeners;

  public EventsAfterCommit(
      CurrentTransaction transaction, Catalogue catalogue, AbstractApplicationContext application) {
    this.transaction = transaction;
    this.catalogue = catalogue;
    this.listeners = new EachListener(application);
  }

  @Override
  public void publish(String type, Object event) {
    EventContract contract =
        catalogue.find(type).orElseThrow(() -> new UnknownTypeException(new MessageType(type, 1)));
    if (contract.record().durable()) {
      throw new DeclaredDurableException(type);
    }
    transaction.require();
    CommitAction.afterCommit("best-effort event " + type, () -> listeners.tell(type, event));
  }
}

package dev.waybill.outbox;

/**
 * Publishes best-effort events inside the application, after the commit. They leave no row: when
 * the process ends in between, they are lost, which their contracts accept. Thread-safe.
 */
public interface AfterCommit {

  /**
   * Hands the event to the application's listeners ({@code @EventListener}) once the current
   * transaction has committed; never when it rolls back, nor when the savepoint inside which this
   * was called does. Listeners run one after the other in the calling thread, and one that fails is
   * logged and fails nobody, neither the others nor the caller: the change is committed. A listener
   * that writes needs a transaction of its own. A {@code @TransactionalEventListener} hears it in
   * the phases after the commit, when the callbacks after the commit are through; one for the
   * phases before the commit or after a rollback never does.
   *
   * @param type the type's name in the catalogue, which must declare it best-effort
   * @param event what the listeners take
   * @throws dev.waybill.outbox.refused.UnknownTypeException when no catalogue has the type
   * @throws dev.waybill.outbox.refused.DeclaredDurableException when it is declared durable
   * @throws dev.waybill.outbox.refused.NoTransactionException when there is no transaction that it
   *     could wait for
   */
  void publish(String type, Object event);
}

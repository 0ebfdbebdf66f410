package dev.waybill.handler.deliver;

import dev.waybill.handler.inbox.TransactionTimeouts;
import java.util.function.Supplier;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/**
 * Transactions of the application's own manager, READ COMMITTED, under the handler's timeouts. What
 * goes wrong is thrown as it is; a failed rollback is attached to it and not logged, since the
 * caller reports the failure. Thread-safe.
 */
public final class HandlerTransactions {

  private final PlatformTransactionManager manager;
  private final TransactionTimeouts timeouts;
  private final TransactionDefinition definition;

  public HandlerTransactions(PlatformTransactionManager manager, TransactionTimeouts timeouts) {
    this.manager = manager;
    this.timeouts = timeouts;
    DefaultTransactionDefinition readCommitted =
        new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    readCommitted.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    readCommitted.setName("waybill-handler");
    this.definition = readCommitted;
  }

  /** As {@link #call}, without a result. */
  public void run(Runnable action) {
    call(
        () -> {
          action.run();
          return true;
        });
  }

  /** Runs the action in a transaction of its own and commits. */
  public <T> T call(Supplier<T> action) {
    TransactionStatus status = manager.getTransaction(definition);
    T result;
    try {
      timeouts.apply();
      result = action.get();
    } catch (RuntimeException | Error e) {
      rollBack(status, e);
      throw e;
    }
    manager.commit(status);
    return result;
  }

  private void rollBack(TransactionStatus status, Throwable cause) {
    try {
      manager.rollback(status);
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }
}

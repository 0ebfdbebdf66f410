package dev.waybill.outbox.table;

import dev.waybill.outbox.refused.NoTransactionException;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Whether the calling thread is in a transaction that a message can join. Thread-safe. */
public final class CurrentTransaction {

  private final DataSource dataSource;

  /** Looks for transactions of this data source; those of others do not count. */
  public CurrentTransaction(DataSource dataSource) {
    DataSource target =
        dataSource instanceof TransactionAwareDataSourceProxy proxy
            ? proxy.getTargetDataSource()
            : dataSource;
    this.dataSource = target != null ? target : dataSource;
  }

  /**
   * Returns when a message staged now commits and rolls back with the caller's change.
   *
   * @throws NoTransactionException when there is no transaction, it is read-only, or it belongs to
   *     another data source
   */
  public void require() {
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new NoTransactionException("staging needs a transaction and there is none");
    }
    if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
      throw new NoTransactionException("staging needs a transaction that may write");
    }
    // Spring would lend a connection of its own to a foreign transaction: an independent commit.
    if (!(TransactionSynchronizationManager.getResource(dataSource)
            instanceof ConnectionHolder holder)
        || !holder.isSynchronizedWithTransaction()
        || commitsByItself(holder)) {
      throw new NoTransactionException(
          "staging needs a transaction on the outbox's data source and this one is on another");
    }
  }

  private static boolean commitsByItself(ConnectionHolder holder) {
    try {
      return holder.getConnection().getAutoCommit();
    } catch (SQLException e) {
      throw new DataAccessResourceFailureException("the transaction's connection is broken", e);
    }
  }
}

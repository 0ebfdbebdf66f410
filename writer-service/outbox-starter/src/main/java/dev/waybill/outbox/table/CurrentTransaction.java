package dev.waybill.outbox.table;

import dev.waybill.outbox.refused.NoTransactionException;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.SimpleConnectionHandle;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ReflectionUtils;

/**
 * Whether the calling thread is in a transaction that a message can join. As a listener of the
 * transaction manager it also knows when that transaction has committed although its callbacks
 * still run. Thread-safe.
 */
public final class CurrentTransaction implements TransactionExecutionListener {

  /** Protected, and nothing else tells a connection that a manager began from one that was lent. */
  private static final Method IS_BEGUN =
      Objects.requireNonNull(
          ReflectionUtils.findMethod(ConnectionHolder.class, "isTransactionActive"));

  static {
    ReflectionUtils.makeAccessible(IS_BEGUN);
  }

  private final DataSource dataSource;

  // Of this data source alone: a thread may end transactions of others in between.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<@Nullable WeakReference<Object>> committed = new ThreadLocal<>();

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
   * @throws NoTransactionException when there is no transaction, it is read-only, it has committed
   *     already, or it belongs to another data source
   */
  public void require() {
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new NoTransactionException("staging needs a transaction and there is none");
    }
    if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
      throw new NoTransactionException("staging needs a transaction that may write");
    }
    Object resource = TransactionSynchronizationManager.getResource(dataSource);
    // Spring would lend a connection of its own to a foreign transaction: an independent commit.
    if (!(resource instanceof ConnectionHolder holder) || isLent(holder)) {
      throw new NoTransactionException(
          "staging needs a transaction on the outbox's data source and this one is on another");
    }
    if (!TransactionSynchronizationManager.isSynchronizationActive() || hasCommitted(holder)) {
      throw new NoTransactionException(
          "staging needs a transaction that is open and this one has ended: its callbacks run");
    }
  }

  /** Remembers what is about to commit: callbacks after the commit still see its connection. */
  @Override
  public void beforeCommit(TransactionExecution transaction) {
    Object resource = TransactionSynchronizationManager.getResource(dataSource);
    // The end of a savepoint is reported too, and is no end of a transaction.
    if (resource != null && transaction.isNewTransaction()) {
      committed.set(new WeakReference<>(resource));
    }
  }

  private boolean hasCommitted(ConnectionHolder holder) {
    WeakReference<Object> last = committed.get();
    return last != null && last.refersTo(holder);
  }

  /** Lent for the time of a foreign transaction, which neither commits it nor rolls it back. */
  private static boolean isLent(ConnectionHolder holder) {
    try {
      if (holder.getConnection().getAutoCommit()) {
        return true;
      }
    } catch (SQLException e) {
      throw new DataAccessResourceFailureException("the transaction's connection is broken", e);
    }
    // JPA's managers hand out a connection through a handle of their own. A pool may be set to
    // auto-commit = false, so that a lent connection looks as if somebody had begun it.
    return holder.getConnectionHandle() instanceof SimpleConnectionHandle
        && !Boolean.TRUE.equals(ReflectionUtils.invokeMethod(IS_BEGUN, holder));
  }
}

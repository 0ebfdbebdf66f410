package dev.waybill.outbox.table;

import dev.waybill.outbox.refused.NoTransactionException;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.SimpleConnectionHandle;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ReflectionUtils;

/**
 * Whether the calling thread is in a transaction that a message can join. As a listener of the
 * transaction manager it also knows when that transaction has committed although its callbacks
 * still run, and when one of another manager was begun inside it. Thread-safe.
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

  // Of this data source alone, by the holder of each transaction's connection: its callbacks may
  // begin and end others, and it stays bound while a transaction of another manager runs.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<Map<Object, Lifetime>> lifetimes =
      ThreadLocal.withInitial(WeakHashMap::new);

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
      throw onAnother();
    }
    if (!TransactionSynchronizationManager.isSynchronizationActive()) {
      throw ended();
    }
    Lifetime lifetime = lifetimes.get().computeIfAbsent(holder, begun -> Lifetime.begin());
    if (lifetime.ended) {
      throw ended();
    }
    if (lifetime.suspended) {
      throw onAnother();
    }
  }

  /** Binds the transaction to its own callbacks before anybody can begin another inside it. */
  @Override
  public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
    Object resource = TransactionSynchronizationManager.getResource(dataSource);
    if (beginFailure != null
        || resource == null
        || !TransactionSynchronizationManager.isSynchronizationActive()) {
      return;
    }
    // A savepoint, and a transaction of another manager, begin inside one that is known. A holder
    // that the application bound itself may serve several transactions, one after the other.
    lifetimes
        .get()
        .compute(
            resource, (holder, known) -> known == null || known.ended ? Lifetime.begin() : known);
  }

  /** Remembers what is about to commit: callbacks after the commit still see its connection. */
  @Override
  public void beforeCommit(TransactionExecution transaction) {
    Object resource = TransactionSynchronizationManager.getResource(dataSource);
    Lifetime lifetime = resource == null ? null : lifetimes.get().get(resource);
    // The end of a savepoint is reported too, and is no end of a transaction. A suspended one is
    // not what commits.
    if (lifetime != null && !lifetime.suspended && transaction.isNewTransaction()) {
      lifetime.ended = true;
    }
  }

  private static NoTransactionException ended() {
    return new NoTransactionException(
        "staging needs a transaction that is open and this one has ended: its callbacks run");
  }

  private static NoTransactionException onAnother() {
    return new NoTransactionException(
        "staging needs a transaction on the outbox's data source and this one is on another");
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

  /** How far a transaction is, told by its own callbacks. Used by its thread alone. */
  private static final class Lifetime implements TransactionSynchronization {

    private boolean suspended;
    private boolean ended;

    static Lifetime begin() {
      Lifetime lifetime = new Lifetime();
      TransactionSynchronizationManager.registerSynchronization(lifetime);
      return lifetime;
    }

    /** Before everybody else's callbacks, which must find it ended. */
    @Override
    public int getOrder() {
      return HIGHEST_PRECEDENCE;
    }

    @Override
    public void suspend() {
      suspended = true;
    }

    @Override
    public void resume() {
      suspended = false;
    }

    /** Of a manager that does not have the listener, too. */
    @Override
    public void afterCommit() {
      ended = true;
    }

    @Override
    public void afterCompletion(int status) {
      ended = true;
    }
  }
}

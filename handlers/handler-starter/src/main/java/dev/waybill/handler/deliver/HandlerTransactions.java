package dev.waybill.handler.deliver;

import dev.waybill.handler.inbox.TransactionProof;
import dev.waybill.handler.inbox.TransactionTimeouts;
import dev.waybill.workqueue.WorkQueue;
import dev.waybill.workqueue.shape.WorkTable;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionUsageException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/**
 * Transactions of the application's own manager, READ COMMITTED, under the handler's timeouts. What
 * goes wrong is thrown as it is; a failed rollback is attached to it and not logged, since the
 * caller reports the failure.
 *
 * <p>Before the first of them, two empty ones prove that the manager is the one of the data source:
 * both statements of a transaction are in it, and its commit commits it. Thread-safe.
 */
public final class HandlerTransactions {

  /** In place of a manager's default, which is for one request; a batch may be many deliveries. */
  private static final Duration UNLIMITED = Duration.ofDays(1);

  private static final String CHECK = "SET CONSTRAINTS ALL IMMEDIATE";

  private final PlatformTransactionManager manager;
  private final TransactionProof proof;
  private final TransactionTimeouts timeouts;
  private final TransactionDefinition definition;
  private final JdbcClient jdbc;
  private volatile boolean proven;

  public HandlerTransactions(
      PlatformTransactionManager manager,
      DataSource dataSource,
      TransactionProof proof,
      TransactionTimeouts timeouts) {
    this.manager = manager;
    this.jdbc = JdbcClient.create(dataSource);
    this.proof = proof;
    this.timeouts = timeouts;
    DefaultTransactionDefinition readCommitted =
        new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    readCommitted.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    readCommitted.setName("waybill-handler");
    if (manager instanceof AbstractPlatformTransactionManager limited
        && limited.getDefaultTimeout() != TransactionDefinition.TIMEOUT_DEFAULT) {
      readCommitted.setTimeout(Math.toIntExact(UNLIMITED.toSeconds()));
    }
    this.definition = readCommitted;
  }

  /** A queue over a table of the inbox, which joins these transactions. */
  public WorkQueue queue(WorkTable table) {
    return new WorkQueue(jdbc, manager, table);
  }

  /** How long the server waits for the next statement of a transaction before it ends it. */
  public Duration idleTimeout() {
    return timeouts.idle();
  }

  /**
   * Writes what so far is only in the transaction's memory, as the persistence context of JPA is.
   * So a method that left something unacceptable there fails itself, and not whoever asks the
   * database next. Does nothing for JDBC.
   */
  @FunctionalInterface
  public interface Flush {

    /**
     * Writes it.
     *
     * @throws RuntimeException what the database says to it; also, with the remedy, when this
     *     transaction is not the one that JPA would write in, and all of it would be lost
     */
    void now();
  }

  /**
   * Runs what constraints and triggers of the current transaction put off to its end, and puts off
   * no more. So it fails in a statement, where the server's statement_timeout counts, and not in
   * the commit, where it does not and nobody is named.
   *
   * @throws RuntimeException what the database says to it
   * @see <a href="https://www.postgresql.org/docs/18/sql-set-constraints.html">SET CONSTRAINTS</a>
   */
  public void checkDeferred() {
    jdbc.sql(CHECK).update();
  }

  /** As {@link #call}, without a result. */
  public void run(Runnable action) {
    call(
        () -> {
          action.run();
          return true;
        });
  }

  /**
   * Runs the action in a transaction of its own and commits.
   *
   * @throws RuntimeException also, with the remedy, when the manager is that of something else;
   *     then the action did not run
   */
  public <T> T call(Supplier<T> action) {
    return callFlushing(flush -> action.get());
  }

  /** As {@link #call}, for an action that runs methods of handlers. */
  public <T> T callFlushing(Function<Flush, T> action) {
    if (!proven) {
      String id = inTransaction(flush -> idOfBothStatements());
      require(inTransaction(flush -> proof.isCommitted(id)));
      proven = true;
    }
    return inTransaction(action);
  }

  private String idOfBothStatements() {
    String id = proof.id();
    require(proof.id().equals(id));
    return id;
  }

  private void require(boolean governed) {
    if (!governed) {
      throw WrongTransactionManagerException.ofInbox(manager, null);
    }
  }

  private <T> T inTransaction(Function<Flush, T> action) {
    TransactionStatus status = begin();
    T result;
    try {
      require(!proof.isAutoCommit());
      timeouts.apply();
      result = action.apply(() -> flush(status));
    } catch (RuntimeException | Error e) {
      rollBack(status, e);
      throw e;
    }
    manager.commit(status);
    return result;
  }

  /** A manager of something else may not even know isolation levels. */
  private TransactionStatus begin() {
    try {
      return manager.getTransaction(definition);
    } catch (TransactionUsageException e) {
      throw WrongTransactionManagerException.ofInbox(manager, e);
    }
  }

  /**
   * A persistence context that is in no transaction of its own keeps what it holds, and says so
   * when it is to write it.
   */
  private void flush(TransactionStatus status) {
    try {
      status.flush();
    } catch (RuntimeException e) {
      throw Fault.of(e).isOutsideTransaction()
          ? WrongTransactionManagerException.ofJpa(manager, e)
          : e;
    }
  }

  private void rollBack(TransactionStatus status, Throwable cause) {
    try {
      manager.rollback(status);
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }
}

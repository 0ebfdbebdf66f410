package dev.waybill.outbox.aftercommit;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Something to be done once after the commit of the current transaction, unless it, or the
 * savepoint inside which it was asked for, rolls back.
 */
public final class CommitAction implements TransactionSynchronization {

  private static final Logger LOG = LoggerFactory.getLogger(CommitAction.class);

  private final String what;
  private final Runnable action;

  /** Savepoints that were made after this was asked for: their end does not touch it. */
  private final Set<Object> later = Collections.newSetFromMap(new IdentityHashMap<>());

  private boolean undone;

  private CommitAction(String what, Runnable action) {
    this.what = what;
    this.action = action;
  }

  /**
   * Asks for it in the current transaction of this thread.
   *
   * @param what names it where a failure is logged; holds no value of a user
   */
  public static void afterCommit(String what, Runnable action) {
    TransactionSynchronizationManager.registerSynchronization(new CommitAction(what, action));
  }

  @Override
  public void savepoint(Object savepoint) {
    later.add(savepoint);
  }

  @Override
  public void savepointRollback(Object savepoint) {
    undone |= !later.contains(savepoint);
  }

  @Override
  public void afterCommit() {
    if (undone) {
      return;
    }
    try {
      action.run();
    } catch (RuntimeException e) {
      // Only the kind of failure: its text may hold what the event is about.
      LOG.warn("{} failed after the commit and is not repeated: {}", what, e.getClass().getName());
    }
  }
}

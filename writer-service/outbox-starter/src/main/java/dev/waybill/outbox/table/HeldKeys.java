package dev.waybill.outbox.table;

import dev.waybill.contract.message.OrderingKey;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Which ordering keys the suspended transactions of a thread have locked. A transaction that was
 * begun inside them, with REQUIRES_NEW, would wait for such a key without end, and PostgreSQL could
 * not tell: the one that holds it is merely idle. Thread-safe.
 */
public final class HeldKeys {

  private final ThreadLocal<Set<OrderingKey>> suspended = ThreadLocal.withInitial(HashSet::new);

  /** Whether a suspended transaction of this thread has locked the key. */
  public boolean isHeld(OrderingKey key) {
    return suspended.get().contains(key);
  }

  /** Notes that the current transaction locks these keys. */
  public void hold(Collection<OrderingKey> keys) {
    Object current = TransactionSynchronizationManager.getResource(this);
    Held held = current instanceof Held known ? known : begin();
    held.keys.addAll(keys);
  }

  private Held begin() {
    Held held = new Held();
    TransactionSynchronizationManager.registerSynchronization(held);
    TransactionSynchronizationManager.bindResource(this, held);
    return held;
  }

  /** The keys of one transaction. */
  private final class Held implements TransactionSynchronization {

    private final Set<OrderingKey> keys = new HashSet<>();
    private final IdentityHashMap<Object, Set<OrderingKey>> bySavepoint = new IdentityHashMap<>();

    @Override
    public void suspend() {
      TransactionSynchronizationManager.unbindResourceIfPossible(HeldKeys.this);
      suspended.get().addAll(keys);
    }

    @Override
    public void resume() {
      suspended.get().removeAll(keys);
      TransactionSynchronizationManager.bindResource(HeldKeys.this, this);
    }

    @Override
    public void savepoint(Object savepoint) {
      bySavepoint.put(savepoint, Set.copyOf(keys));
    }

    /** PostgreSQL releases the locks that were taken since. */
    @Override
    public void savepointRollback(Object savepoint) {
      keys.retainAll(bySavepoint.getOrDefault(savepoint, Set.of()));
    }

    @Override
    public void afterCompletion(int status) {
      TransactionSynchronizationManager.unbindResourceIfPossible(HeldKeys.this);
      if (suspended.get().isEmpty()) {
        suspended.remove();
      }
    }
  }
}

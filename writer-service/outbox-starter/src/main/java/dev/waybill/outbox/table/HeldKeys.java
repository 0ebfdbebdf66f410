package dev.waybill.outbox.table;

import dev.waybill.contract.message.OrderingKey;
import dev.waybill.outbox.Operation;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Which ordering keys the suspended transactions of a thread have locked, and which operations they
 * have put on record. A transaction that was begun inside them, with REQUIRES_NEW, would wait for
 * such a key without end, and PostgreSQL could not tell: the one that holds it is merely idle.
 * Thread-safe.
 */
public final class HeldKeys {

  private final ThreadLocal<Set<Object>> suspended = ThreadLocal.withInitial(HashSet::new);

  /** Whether a suspended transaction of this thread has locked the key. */
  public boolean isHeld(OrderingKey key) {
    return suspended.get().contains(key);
  }

  /** Whether a suspended transaction of this thread has put the operation on record. */
  public boolean isHeld(Operation operation) {
    return suspended.get().contains(OperationKey.of(operation));
  }

  /** Notes that the current transaction has locked these keys. */
  public void hold(Collection<OrderingKey> keys) {
    current().keys.addAll(keys);
  }

  /** Notes that the current transaction has put the operation on record. */
  public void hold(Operation operation) {
    current().keys.add(OperationKey.of(operation));
  }

  private Held current() {
    Object current = TransactionSynchronizationManager.getResource(this);
    return current instanceof Held known ? known : begin();
  }

  private Held begin() {
    Held held = new Held();
    TransactionSynchronizationManager.registerSynchronization(held);
    TransactionSynchronizationManager.bindResource(this, held);
    return held;
  }

  /** What names an operation, whatever was asked for. */
  private record OperationKey(String tenant, String key) {

    static OperationKey of(Operation operation) {
      return new OperationKey(operation.tenant(), operation.key());
    }
  }

  /** The keys of one transaction. */
  private final class Held implements TransactionSynchronization {

    private final Set<Object> keys = new HashSet<>();
    private final IdentityHashMap<Object, Set<Object>> bySavepoint = new IdentityHashMap<>();

    /** Before other callbacks, which may begin transactions that stage. */
    @Override
    public int getOrder() {
      return HIGHEST_PRECEDENCE;
    }

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

    /** PostgreSQL releases the locks that were taken since, and forgets the rows. */
    @Override
    public void savepointRollback(Object savepoint) {
      keys.retainAll(bySavepoint.getOrDefault(savepoint, Set.of()));
    }

    /** The locks are gone, and a transaction that is begun now suspends this one once more. */
    @Override
    public void afterCommit() {
      keys.clear();
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

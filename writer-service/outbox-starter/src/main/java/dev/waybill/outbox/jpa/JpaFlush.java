package dev.waybill.outbox.jpa;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Flushes the entity managers of the current transaction, so that a change is written before its
 * message and a change that the database refuses stages nothing. Thread-safe.
 */
public final class JpaFlush implements Runnable {

  private final Supplier<Stream<EntityManagerFactory>> factories;

  /**
   * @param factories those whose entity managers are flushed, asked for at each call
   */
  public JpaFlush(Supplier<Stream<EntityManagerFactory>> factories) {
    this.factories = factories;
  }

  /**
   * @throws jakarta.persistence.PersistenceException when the database refuses a change
   */
  @Override
  public void run() {
    factories
        .get()
        .map(TransactionSynchronizationManager::getResource)
        .filter(EntityManagerHolder.class::isInstance)
        .map(holder -> ((EntityManagerHolder) holder).getEntityManager())
        .filter(EntityManager::isJoinedToTransaction)
        .forEach(EntityManager::flush);
  }
}

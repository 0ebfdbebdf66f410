package dev.waybill.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.handler.testbed.Parcel;
import dev.waybill.handler.testbed.ParcelHandler;
import dev.waybill.handler.testbed.ParcelTestbed;
import dev.waybill.handler.testbed.RunningParcels;
import dev.waybill.handler.testbed.Shelf;
import dev.waybill.testsupport.servers.Servers;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What a handler writes with JPA is one with the inbox row, as what it writes with JDBC is. */
class JpaIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension final ParcelTestbed testbed = new ParcelTestbed(servers);

  /** On a busy machine a provider's first query takes seconds, which is not what is tried here. */
  private static final Map<String, String> JPA =
      Map.of("spring.autoconfigure.exclude", "", "waybill.handler.idle-timeout", "1m");

  @SuppressWarnings("NullAway.Init") // each test starts first
  private EntityManager entities;

  @BeforeEach
  void makeShelves() {
    testbed
        .database()
        .owner()
        .sql(
            """
            DROP TABLE IF EXISTS parcels.shelf;
            CREATE TABLE parcels.shelf (
              name text PRIMARY KEY,
              parcels bigint NOT NULL CONSTRAINT shelf_parcels_check CHECK (parcels >= 0));
            GRANT SELECT, INSERT, UPDATE ON parcels.shelf TO waybill_handler
            """)
        .update();
  }

  /** One batch with every way to fail, each the first time only. */
  @Test
  void commitsEffectsWithTheirInboxRowsOrNeither() {
    ParcelHandler.ACTS.put("add", delivery -> add("shared", 1));
    ParcelHandler.ACTS.put(
        "throw",
        delivery -> {
          add("shared", delivery.attempt() == 1 ? 1_000 : 1);
          if (delivery.attempt() == 1) {
            entities.flush();
            throw new IllegalStateException("after the flush");
          }
        });
    ParcelHandler.ACTS.put(
        "unflushable",
        delivery -> entities.persist(new Shelf("checked", delivery.attempt() == 1 ? -1 : 7)));
    ParcelHandler.ACTS.put(
        "ask",
        delivery -> {
          // The provider writes what it holds first, also what an earlier message left there.
          entities.createQuery("SELECT count(s) FROM Shelf s").getSingleResult();
          add("shared", 1);
        });
    ParcelHandler.ACTS.put(
        "uncommittable",
        delivery -> {
          add("late", 1);
          if (delivery.attempt() == 1) {
            entities
                .createNativeQuery("INSERT INTO parcels.visit VALUES ('nowhere')")
                .executeUpdate();
          }
        });
    testbed.topic().create(1);
    testbed.database().owner().sql("INSERT INTO parcels.shelf VALUES ('shared', 0)").update();
    start();
    List<Parcel> innocent =
        List.of(
            Parcel.acting("parcel:0", "add"),
            Parcel.acting("parcel:1", "add"),
            Parcel.acting("parcel:2", "ask"),
            Parcel.acting("parcel:3", "add"));
    Parcel thrower = Parcel.acting("parcel:4", "throw");
    Parcel unflushable = Parcel.acting("parcel:5", "unflushable");
    Parcel uncommittable = Parcel.acting("parcel:6", "uncommittable");
    List<Parcel> all =
        List.of(
            innocent.get(0),
            thrower,
            innocent.get(1),
            unflushable,
            innocent.get(2),
            uncommittable,
            innocent.get(3));
    testbed.topic().send(all);
    testbed.awaitHandled(all);

    testbed.database().assertEachOnce(all);
    assertThat(shelves()).isEqualTo(Map.of("shared", 5L, "checked", 7L, "late", 1L));
    assertThat(failed())
        .containsExactlyInAnyOrder(thrower.id(), unflushable.id(), uncommittable.id());
    assertThat(testbed.database().lastError(unflushable.id()))
        .contains("SQLSTATE 23514, constraint shelf_parcels_check")
        .doesNotContain(" at ");
    assertThat(testbed.database().lastError(thrower.id())).contains(" at JpaIT.java:");
  }

  @Test
  void callsTheOutsideInNoTransactionAndKeepsWhatTheCallerCommitted() {
    Map<UUID, Boolean> inTransaction = new ConcurrentHashMap<>();
    ParcelHandler.ACTS.put(
        "call",
        delivery -> {
          inTransaction.put(
              delivery.id().value(), TransactionSynchronizationManager.isActualTransactionActive());
          committing(() -> add("called", 1));
        });
    testbed.topic().create(1);
    RunningParcels running = start();
    transactions = new TransactionTemplate(running.context().getBean(JpaTransactionManager.class));
    Parcel call = Parcel.acting("parcel:0", "call").asCall();
    Parcel behind = Parcel.of("parcel:0").asCall();
    testbed.topic().send(call, behind);
    testbed.awaitHandled(List.of(call, behind));

    testbed.database().assertEachOnce(List.of(call, behind));
    assertThat(inTransaction).isEqualTo(Map.of(call.id(), false));
    assertThat(shelves()).isEqualTo(Map.of("called", 1L));
  }

  /** Else its entities would never be written, and the message would be completed. */
  @Test
  void handlesNothingWhereTheManagerIsNotTheOneThatCommitsEntities() {
    ParcelHandler.ACTS.put("add", delivery -> entities.persist(new Shelf("lost", 1)));
    testbed.topic().create(1);
    RunningParcels running = start(JdbcTransactions.class);
    Parcel parcel = Parcel.acting("parcel:0", "add");
    testbed.topic().send(parcel);

    await()
        .atMost(ParcelTestbed.PATIENCE)
        .until(
            () ->
                running.board().all().get(0).partitions().values().stream()
                    .anyMatch(
                        status ->
                            status.describe().contains("(JdbcTransactionManager)")
                                && status.describe().contains("Make JPA's @Primary")));
    assertThat(running.board().all().get(0).isHealthy()).isFalse();
    assertThat(testbed.database().deliveries(parcel.id())).isZero();
    assertThat(shelves()).isEmpty();
  }

  /** The one that people declare for JDBC; Spring Boot then makes none for JPA. */
  static class JdbcTransactions {

    @Bean
    PlatformTransactionManager transactionManager(DataSource dataSource) {
      return new JdbcTransactionManager(dataSource);
    }
  }

  @SuppressWarnings("NullAway.Init") // the test that needs it sets it before it sends
  private TransactionTemplate transactions;

  private void committing(Runnable action) {
    transactions.executeWithoutResult(status -> action.run());
  }

  private RunningParcels start(Class<?>... sources) {
    RunningParcels running = testbed.start(JPA, sources);
    entities =
        SharedEntityManagerCreator.createSharedEntityManager(
            running.context().getBean(EntityManagerFactory.class));
    return running;
  }

  private void add(String name, long parcels) {
    // Messages of different keys run at the same time: what both change must be locked.
    Shelf shelf = entities.find(Shelf.class, name, LockModeType.PESSIMISTIC_WRITE);
    if (shelf == null) {
      entities.persist(new Shelf(name, parcels));
    } else {
      shelf.add(parcels);
    }
  }

  private Map<String, Long> shelves() {
    Map<String, Long> shelves = new ConcurrentHashMap<>();
    JdbcClient owner = testbed.database().owner();
    owner
        .sql("SELECT name, parcels FROM parcels.shelf")
        .query((row, index) -> shelves.put(row.getString(1), row.getLong(2)))
        .list();
    return shelves;
  }

  /** Messages that were not handled at the first attempt. */
  private List<UUID> failed() {
    return testbed
        .database()
        .owner()
        .sql("SELECT message_id FROM inbox.delivery WHERE error_code IS NOT NULL")
        .query(UUID.class)
        .list();
  }
}

package dev.waybill.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.waybill.outbox.jpa.JpaFlush;
import dev.waybill.outbox.refused.KeyHeldException;
import dev.waybill.outbox.refused.NoTransactionException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Staging inside the kinds of transaction that applications have. */
class TransactionsIT {

  private static final OutboxDatabase DATABASE = OutboxDatabase.migrated();

  private final JdbcTemplate relay = new JdbcTemplate(DATABASE.relay());
  private final JdbcTemplate writer = new JdbcTemplate(DATABASE.writer());
  private final JdbcTransactionManager transactions = new JdbcTransactionManager(DATABASE.writer());
  private final TransactionTemplate outer = new TransactionTemplate(transactions);
  private final TransactionTemplate inner = with(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
  private final TransactionTemplate nested = with(TransactionDefinition.PROPAGATION_NESTED);
  private final Outbox outbox = OutboxDatabase.outbox(DATABASE.writer());

  @BeforeAll
  static void start() {
    JdbcTemplate migrator = new JdbcTemplate(DATABASE.migrator());
    migrator.execute("CREATE SCHEMA business");
    migrator.execute("CREATE TABLE business.basket (id text PRIMARY KEY, items int NOT NULL)");
    migrator.execute("GRANT USAGE ON SCHEMA business TO waybill_writer");
    migrator.execute("GRANT ALL ON business.basket TO waybill_writer");
  }

  @AfterAll
  static void stop() {
    DATABASE.close();
  }

  @BeforeEach
  void clear() {
    new JdbcTemplate(DATABASE.migrator()).execute("TRUNCATE outbox.message, business.basket");
  }

  @Test
  void commitsWithTheInnerTransactionThatStagedIt() {
    outer.executeWithoutResult(
        status -> {
          outbox.stage(message("outer"));
          inner.executeWithoutResult(own -> outbox.stage(message("inner")));
          status.setRollbackOnly();
        });
    assertThat(aggregates()).containsExactly("inner");
  }

  @Test
  void vanishesWithTheInnerTransactionThatStagedIt() {
    outer.executeWithoutResult(
        status -> {
          outbox.stage(message("before"));
          inner.executeWithoutResult(
              own -> {
                outbox.stage(message("inner"));
                own.setRollbackOnly();
              });
          outbox.stage(message("after"));
        });
    assertThat(aggregates()).containsExactly("before", "after");
  }

  /** PostgreSQL would let it wait without end: the transaction that holds the key is only idle. */
  @Test
  void refusesAKeyThatTheSuspendedTransactionHolds() {
    outer.executeWithoutResult(
        status -> {
          outbox.stage(message("a"));
          assertThatThrownBy(() -> inner.execute(own -> outbox.stage(message("a"))))
              .isInstanceOf(KeyHeldException.class)
              .hasMessageContaining("activity:a");
          outbox.stage(message("a"));
        });
    outer.executeWithoutResult(
        status -> {
          nested.executeWithoutResult(
              undone -> {
                outbox.stage(message("b"));
                undone.setRollbackOnly();
              });
          inner.executeWithoutResult(own -> outbox.stage(message("b")));
        });
    assertThat(aggregates()).containsExactly("a", "a", "b");
  }

  @Test
  void refusesAKeyThatAnyOfTheSuspendedTransactionsHolds() {
    outer.executeWithoutResult(
        first -> {
          outbox.stage(message("a"));
          inner.executeWithoutResult(
              second -> {
                outbox.stage(message("b"));
                inner.executeWithoutResult(
                    third -> {
                      assertHeld("a");
                      assertHeld("b");
                      outbox.stage(message("c"));
                    });
                assertHeld("a");
                outbox.stage(message("b"));
                outbox.stage(message("c"));
              });
          outbox.stage(message("a"));
          inner.executeWithoutResult(again -> outbox.stage(message("b")));
        });
    assertThat(aggregates()).containsExactly("a", "b", "c", "b", "c", "a", "b");
  }

  private void assertHeld(String aggregate) {
    assertThatThrownBy(() -> outbox.stage(message(aggregate)))
        .isInstanceOf(KeyHeldException.class)
        .hasMessageContaining("activity:" + aggregate);
  }

  @Test
  void stagesOnceForASerializableTransactionThatHadToBeRepeated() {
    writer.update("INSERT INTO business.basket VALUES ('1', 0)");
    TransactionTemplate serializable = new TransactionTemplate(transactions);
    serializable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);

    int attempts = 0;
    boolean committed = false;
    while (!committed) {
      boolean disturb = attempts++ == 0;
      try {
        serializable.executeWithoutResult(
            status -> {
              Integer items =
                  writer.queryForObject("SELECT items FROM business.basket", Integer.class);
              outbox.stage(message("attempt"));
              if (disturb) {
                inner.executeWithoutResult(
                    other -> writer.update("UPDATE business.basket SET items = items + 10"));
              }
              writer.update(
                  "UPDATE business.basket SET items = ?", Objects.requireNonNull(items) + 1);
            });
        committed = true;
      } catch (ConcurrencyFailureException e) {
        assertThat(aggregates()).as("what failed left nothing").isEmpty();
      }
    }

    assertThat(attempts).isEqualTo(2);
    assertThat(aggregates()).containsExactly("attempt");
    assertThat(writer.queryForObject("SELECT items FROM business.basket", Integer.class))
        .isEqualTo(11);
  }

  /** A pool with auto-commit = false lends connections that look as if somebody had begun them. */
  @Test
  void refusesAConnectionThatWasOnlyLent() {
    try (HikariDataSource lending = pool();
        HikariDataSource other = pool()) {
      Outbox staging = OutboxDatabase.outbox(lending);
      TransactionTemplate foreign = new TransactionTemplate(new JdbcTransactionManager(other));

      assertThatThrownBy(
              () ->
                  foreign.execute(
                      status -> {
                        new JdbcTemplate(lending).queryForList("SELECT 1");
                        return staging.stage(message("1"));
                      }))
          .isInstanceOf(NoTransactionException.class)
          .hasMessageContaining("on another");
      new TransactionTemplate(new JdbcTransactionManager(lending))
          .executeWithoutResult(status -> staging.stage(message("own")));
    }
    assertThat(aggregates()).containsExactly("own");
  }

  @Test
  void writesWhatJpaHoldsBackBeforeTheMessage() {
    try (EntityManagerFactory factory = entityManagers()) {
      TransactionTemplate jpa = new TransactionTemplate(new JpaTransactionManager(factory));
      Outbox staging =
          OutboxDatabase.outbox(DATABASE.writer(), new JpaFlush(() -> Stream.of(factory)));

      jpa.executeWithoutResult(
          status -> {
            EntityManager entities = entities(factory);
            entities.persist(new Basket("1", 1));
            assertThat(baskets()).as("held back").isEmpty();
            staging.stage(message("1"));
            assertThat(baskets()).as("written before its message").containsExactly("1");
          });
      jpa.executeWithoutResult(
          status -> {
            entities(factory).find(Basket.class, "1").add();
            staging.stage(message("2"));
            status.setRollbackOnly();
          });
      assertThatThrownBy(
              () ->
                  jpa.executeWithoutResult(
                      status -> {
                        entities(factory).persist(new Basket("1", 2));
                        staging.stage(message("3"));
                      }))
          .isInstanceOf(PersistenceException.class);
    }

    assertThat(aggregates()).containsExactly("1");
    assertThat(writer.queryForObject("SELECT items FROM business.basket", Integer.class))
        .isEqualTo(1);
  }

  private static EntityManager entities(EntityManagerFactory factory) {
    return Objects.requireNonNull(EntityManagerFactoryUtils.getTransactionalEntityManager(factory));
  }

  private static EntityManagerFactory entityManagers() {
    LocalContainerEntityManagerFactoryBean bean = new LocalContainerEntityManagerFactoryBean();
    bean.setDataSource(DATABASE.writer());
    bean.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
    bean.setManagedTypes(PersistenceManagedTypes.of(Basket.class.getName()));
    bean.setJpaPropertyMap(
        Map.of(
            "hibernate.boot.allow_jdbc_metadata_access",
            "false",
            "hibernate.dialect",
            "org.hibernate.dialect.PostgreSQLDialect"));
    bean.afterPropertiesSet();
    return Objects.requireNonNull(bean.getObject());
  }

  private TransactionTemplate with(int propagation) {
    TransactionTemplate template = new TransactionTemplate(transactions);
    template.setPropagationBehavior(propagation);
    // Ends what would wait for the transaction around it.
    template.setTimeout(10);
    return template;
  }

  private static HikariDataSource pool() {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(DATABASE.url());
    pool.setUsername(OutboxDatabase.WRITER);
    pool.setPassword(OutboxDatabase.PASSWORD);
    pool.setMaximumPoolSize(1);
    pool.setAutoCommit(false);
    return pool;
  }

  private List<String> baskets() {
    return writer.queryForList("SELECT id FROM business.basket", String.class);
  }

  private List<String> aggregates() {
    return relay.queryForList("SELECT aggregate_id FROM outbox.message ORDER BY seq", String.class);
  }

  private static IntegrationEvent message(String aggregate) {
    return DurableMessage.integrationEvent("activity.created", 1)
        .tenant("acme")
        .aggregate("activity", aggregate, 1)
        .payloadJson(OutboxDatabase.example("activity.created"))
        .build();
  }
}

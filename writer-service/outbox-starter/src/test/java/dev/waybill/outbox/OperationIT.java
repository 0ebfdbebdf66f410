package dev.waybill.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.waybill.outbox.refused.KeyHeldException;
import dev.waybill.outbox.refused.OperationConflictException;
import dev.waybill.outbox.refused.OtherTenantException;
import dev.waybill.outbox.table.OperationTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** The messages of an operation are staged once, however often it is asked for. */
class OperationIT {

  private static final OutboxDatabase DATABASE = OutboxDatabase.migrated();

  private final JdbcTemplate relay = new JdbcTemplate(DATABASE.relay());
  private final DataSource owner = DATABASE.migrator();
  private final JdbcTemplate migrator = new JdbcTemplate(owner);
  private final JdbcTransactionManager transactions = new JdbcTransactionManager(DATABASE.writer());
  private final TransactionTemplate transaction = new TransactionTemplate(transactions);
  private final Outbox outbox = OutboxDatabase.outbox(DATABASE.writer());

  @AfterAll
  static void stop() {
    DATABASE.close();
  }

  @BeforeEach
  void clear() {
    migrator.execute("TRUNCATE outbox.message, outbox.operation");
  }

  @Test
  void stagesOnceAndTellsARepeatWhatWasStaged() {
    StagedOperation first = stage("acme", "k", "{\"a\":1}", "1", "2");
    StagedOperation again = stage("acme", "k", "{\"a\":1}", "1", "2");

    assertThat(first.repeated()).isFalse();
    assertThat(again).isEqualTo(new StagedOperation(first.messages(), true));
    assertThat(
            relay.queryForList(
                "SELECT message_id::text FROM outbox.message ORDER BY seq", String.class))
        .containsExactlyElementsOf(first.messages().stream().map(Object::toString).toList());
  }

  @Test
  void refusesAnotherRequestUnderTheSameKey() {
    stage("acme", "k", "{\"a\":1}", "1");

    assertThatThrownBy(() -> stage("acme", "k", "{\"a\":2}", "1"))
        .isInstanceOf(OperationConflictException.class)
        .hasMessageContaining("operation k of acme")
        .hasMessageNotContaining("{");
    assertThat(stage("acme", "k", null, "1").repeated()).as("compares nothing").isTrue();
    assertThat(messages()).isEqualTo(1);
  }

  @Test
  void keepsTenantsApart() {
    assertThat(stage("acme", "k", "x", "1").repeated()).isFalse();
    assertThat(stage("other", "k", "y", "1").repeated()).isFalse();
    assertThatThrownBy(
            () ->
                transaction.execute(
                    status ->
                        outbox.stageOnce(
                            new Operation("acme", "m", null), List.of(message("other", "1")))))
        .isInstanceOf(OtherTenantException.class);
    assertThat(messages()).isEqualTo(2);
  }

  @Test
  void freesTheKeyWhenTheOperationRollsBack() {
    transaction.executeWithoutResult(
        status -> {
          outbox.stageOnce(new Operation("acme", "k", "x"), List.of(message("acme", "1")));
          status.setRollbackOnly();
        });

    assertThat(stage("acme", "k", "y", "1").repeated()).isFalse();
  }

  @Test
  void freesTheKeyWhenOnlyItsSavepointRollsBack() {
    TransactionTemplate nested = with(TransactionDefinition.PROPAGATION_NESTED);
    TransactionTemplate inner = with(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    Operation operation = new Operation("acme", "k", "x");
    List<Boolean> repeated = new ArrayList<>();
    transaction.executeWithoutResult(
        status -> {
          nested.executeWithoutResult(
              undone -> {
                outbox.stageOnce(operation, List.of(message("acme", "undone")));
                outbox.stageOnce(
                    new Operation("acme", "other", "x"), List.of(message("acme", "undone")));
                undone.setRollbackOnly();
              });
          repeated.add(outbox.stageOnce(operation, List.of(message("acme", "1"))).repeated());
          inner.executeWithoutResult(
              own ->
                  repeated.add(
                      outbox
                          .stageOnce(
                              new Operation("acme", "other", "x"), List.of(message("acme", "2")))
                          .repeated()));
        });

    assertThat(repeated).containsExactly(false, false);
    assertThat(messages()).isEqualTo(2);
  }

  /** PostgreSQL would let it wait without end for the transaction that is suspended. */
  @Test
  void refusesAnOperationThatTheSuspendedTransactionCarriesOut() {
    TransactionTemplate inner = with(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    Operation operation = new Operation("acme", "k", "x");
    stage("acme", "before", "x", "before");
    transaction.executeWithoutResult(
        status -> {
          outbox.stageOnce(operation, List.of(message("acme", "1")));
          assertThatThrownBy(
                  () ->
                      inner.execute(
                          own -> outbox.stageOnce(operation, List.of(message("acme", "2")))))
              .isInstanceOf(KeyHeldException.class)
              .hasMessageContaining("operation k of acme")
              .hasMessageContaining("outer transaction");
          // What was on record before is locked by nobody, and another tenant's is another.
          Operation before = new Operation("acme", "before", "x");
          outbox.stageOnce(before, List.of(message("acme", "3")));
          inner.executeWithoutResult(
              own -> {
                assertThat(outbox.stageOnce(before, List.of(message("acme", "3"))).repeated())
                    .isTrue();
                outbox.stageOnce(new Operation("other", "k", "x"), List.of(message("other", "4")));
              });
        });
    assertThat(messages()).isEqualTo(3);
  }

  @Test
  void letsOneOfManyStageWhenTheyComeAtOnce() {
    CyclicBarrier together = new CyclicBarrier(8);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<CompletableFuture<StagedOperation>> attempts = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      attempts.add(
          CompletableFuture.supplyAsync(
              () -> {
                await(together);
                return stage("acme", "k", "x", "1");
              },
              threads));
    }
    List<StagedOperation> outcomes = attempts.stream().map(CompletableFuture::join).toList();
    threads.shutdown();

    assertThat(outcomes).filteredOn(outcome -> !outcome.repeated()).hasSize(1);
    assertThat(outcomes)
        .extracting(StagedOperation::messages)
        .containsOnly(outcomes.get(0).messages());
    assertThat(messages()).isEqualTo(1);
  }

  /**
   * A snapshot that is older than the key's commit cannot see it, and must not go on without it.
   */
  @Test
  void makesASerializableRepeatTryAgainAndThenFindTheKey() {
    TransactionTemplate serializable = new TransactionTemplate(transactions);
    serializable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
    List<DurableMessage> messages = List.of(message("acme", "1"));
    Operation operation = new Operation("acme", "k", "x");

    assertThatThrownBy(
            () ->
                serializable.execute(
                    status -> {
                      new JdbcTemplate(DATABASE.writer())
                          .queryForList("SELECT 1 FROM outbox.subscription_revision");
                      CompletableFuture.runAsync(() -> stage("acme", "k", "x", "1")).join();
                      return outbox.stageOnce(operation, messages);
                    }))
        .isInstanceOf(ConcurrencyFailureException.class);
    StagedOperation again = serializable.execute(status -> outbox.stageOnce(operation, messages));

    assertThat(again).isNotNull();
    assertThat(again.repeated()).isTrue();
    assertThat(messages()).isEqualTo(1);
  }

  @Test
  void sendsOneStatement() {
    CountingDataSource counting = new CountingDataSource(DATABASE.writer());
    Outbox counted = OutboxDatabase.outbox(counting);

    new TransactionTemplate(new JdbcTransactionManager(counting))
        .executeWithoutResult(
            status ->
                counted.stageOnce(
                    new Operation("acme", "k", "x"),
                    List.of(message("acme", "1"), message("acme", "2"))));

    assertThat(counting.statements()).isEqualTo(1);
  }

  @Test
  void forgetsWhatIsOldAndNothingYounger() {
    stage("acme", "old", "x", "1");
    migrator.update("UPDATE outbox.operation SET staged_at = now() - interval '8 days'");
    stage("acme", "young", "x", "1");
    OperationTable operations = new OperationTable(DATABASE.writer());

    assertThat(operations.forget(Duration.ofDays(7), 10)).isEqualTo(1);
    assertThat(operations.forget(Duration.ofDays(7), 10)).isZero();
    assertThat(stage("acme", "young", "x", "1").repeated()).isTrue();
    assertThat(stage("acme", "old", "y", "1").repeated()).isFalse();
    assertThatThrownBy(() -> operations.forget(Duration.ofHours(1), 10))
        .hasStackTraceContaining("must be one day or more");
  }

  @Test
  void forgetsALittleAtATimeAndWaitsForNobody() {
    for (String key : List.of("1", "2", "3", "4")) {
      stage("acme", key, "x", key);
    }
    migrator.update(
        "UPDATE outbox.operation SET staged_at = now() - interval '8 days' - operation_key::int"
            + " * interval '1 minute'");
    OperationTable operations = new OperationTable(DATABASE.writer());

    assertThat(operations.forget(Duration.ofDays(7), 2)).isEqualTo(2);
    assertThat(operationKeys()).as("the oldest first").containsExactly("1", "2");
    new TransactionTemplate(new JdbcTransactionManager(owner))
        .executeWithoutResult(
            status -> {
              migrator.queryForList(
                  "SELECT 1 FROM outbox.operation WHERE operation_key = '2' FOR UPDATE");
              assertThat(
                      CompletableFuture.supplyAsync(() -> operations.forget(Duration.ofDays(7), 10))
                          .orTimeout(10, TimeUnit.SECONDS)
                          .join())
                  .isEqualTo(1);
            });
    assertThat(operationKeys()).containsExactly("2");
  }

  @Test
  void forgetsOverConnectionsThatDoNotCommitByThemselves() {
    stage("acme", "old", "x", "1");
    migrator.update("UPDATE outbox.operation SET staged_at = now() - interval '8 days'");
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(DATABASE.url());
      pool.setUsername(OutboxDatabase.WRITER);
      pool.setPassword(OutboxDatabase.PASSWORD);
      pool.setMaximumPoolSize(1);
      pool.setAutoCommit(false);

      assertThat(new OperationTable(pool).forget(Duration.ofDays(7), 10)).isEqualTo(1);
    }
    assertThat(operationKeys()).isEmpty();
  }

  /** As intervals, 361 days less twelve months are one day; on the calendar, they lie ahead. */
  @Test
  void forgetsNothingYoungerThanADayHoweverTheAgeIsWritten() {
    stage("acme", "young", "x", "1");

    assertThatThrownBy(
            () ->
                new JdbcTemplate(DATABASE.writer())
                    .queryForObject(
                        "SELECT outbox.forget_operations('-12 mon 361 days', 10)", Integer.class))
        .hasStackTraceContaining("must be one day or more");
    assertThat(operationKeys()).containsExactly("young");
  }

  /** The trigger runs where the purge may: after the key was found and before it is read. */
  @Test
  void stagesAnewWhenTheKeyIsForgottenWhileItIsAskedFor() {
    stage("acme", "k", "x", "1");
    migrator.update("UPDATE outbox.operation SET staged_at = now() - interval '8 days'");
    migrator.execute(
        """
        CREATE FUNCTION outbox.forget_at_once() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        'BEGIN DELETE FROM outbox.operation WHERE staged_at < now() - interval ''1 day''; RETURN NULL; END'
        """);
    migrator.execute(
        "CREATE TRIGGER forget AFTER INSERT ON outbox.operation"
            + " FOR EACH STATEMENT EXECUTE FUNCTION outbox.forget_at_once()");
    try {
      assertThat(stage("acme", "k", "x", "1").repeated()).isFalse();
    } finally {
      migrator.execute("DROP FUNCTION outbox.forget_at_once() CASCADE");
    }
    assertThat(operationKeys()).containsExactly("k");
    assertThat(messages()).isEqualTo(2);
  }

  private List<String> operationKeys() {
    return migrator.queryForList(
        "SELECT operation_key FROM outbox.operation ORDER BY operation_key", String.class);
  }

  private TransactionTemplate with(int propagation) {
    TransactionTemplate template = new TransactionTemplate(transactions);
    template.setPropagationBehavior(propagation);
    // Ends what would wait for the transaction around it.
    template.setTimeout(10);
    return template;
  }

  private StagedOperation stage(
      String tenant, String key, @Nullable String request, String... aggregates) {
    List<DurableMessage> messages = new ArrayList<>();
    for (String aggregate : aggregates) {
      messages.add(message(tenant, aggregate));
    }
    StagedOperation staged =
        transaction.execute(
            status -> outbox.stageOnce(new Operation(tenant, key, request), messages));
    assertThat(staged).isNotNull();
    return staged;
  }

  private @Nullable Integer messages() {
    return relay.queryForObject("SELECT count(*) FROM outbox.message", Integer.class);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static IntegrationEvent message(String tenant, String aggregate) {
    return DurableMessage.integrationEvent("activity.created", 1)
        .tenant(tenant)
        .aggregate("activity", aggregate, 1)
        .payloadJson(OutboxDatabase.example("activity.created"))
        .build();
  }
}

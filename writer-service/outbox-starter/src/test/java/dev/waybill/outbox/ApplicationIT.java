package dev.waybill.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.contract.catalogue.EventContract;
import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Ordering;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.outbox.autoconfigure.OutboxAutoConfiguration;
import dev.waybill.outbox.inprocess.InProcessConsumer;
import dev.waybill.outbox.inprocess.InProcessMessage;
import dev.waybill.outbox.refused.DeclaredDurableException;
import dev.waybill.outbox.refused.InProcessForbiddenException;
import dev.waybill.outbox.refused.NoConsumerException;
import dev.waybill.outbox.refused.NoTransactionException;
import dev.waybill.outbox.refused.NotDurableException;
import dev.waybill.outbox.refused.OtherTenantException;
import dev.waybill.outbox.refused.PayloadInvalidException;
import dev.waybill.outbox.refused.UnknownTypeException;
import dev.waybill.outbox.table.CurrentTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The starter as Spring Boot wires it into an application. */
@ExtendWith(OutputCaptureExtension.class)
class ApplicationIT {

  private static final OutboxDatabase DATABASE = OutboxDatabase.migrated();

  /** {@code activity.completed} is best-effort here. */
  private static final Catalogue CATALOGUE = withBestEffort("activity.completed");

  private final JdbcTemplate relay = new JdbcTemplate(DATABASE.relay());
  private final Consumer mailer = new Consumer("mailer", "activity.created");
  private final Listener listener = new Listener();
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  DataSourceAutoConfiguration.class,
                  DataSourceTransactionManagerAutoConfiguration.class,
                  TransactionAutoConfiguration.class,
                  TransactionManagerCustomizationAutoConfiguration.class,
                  OutboxAutoConfiguration.class))
          .withBean(Catalogue.class, () -> CATALOGUE)
          .withBean(Listener.class, () -> listener)
          .withPropertyValues(
              "spring.datasource.url=" + DATABASE.url(),
              "spring.datasource.username=" + OutboxDatabase.WRITER,
              "spring.datasource.password=" + OutboxDatabase.PASSWORD,
              "spring.datasource.hikari.maximum-pool-size=2",
              "waybill.outbox.schema=validate");
  private final ApplicationContextRunner withMailer =
      application
          .withBean(InProcessConsumer.class, () -> mailer)
          .withPropertyValues("waybill.outbox.in-process.allow=mailer");

  @AfterAll
  static void stop() {
    DATABASE.close();
  }

  @BeforeEach
  void clear() {
    new JdbcTemplate(DATABASE.migrator())
        .execute("TRUNCATE outbox.message, outbox.operation, outbox.subscription_revision");
  }

  /** The connection is still there then, and would commit by itself when it goes back. */
  @Test
  void refusesToStageInACallbackAfterTheCommit() {
    application.run(
        context -> {
          Outbox outbox = context.getBean(Outbox.class);
          List<Throwable> refusals = new ArrayList<>();
          transaction(context)
              .executeWithoutResult(
                  status ->
                      TransactionSynchronizationManager.registerSynchronization(
                          new TransactionSynchronization() {
                            @Override
                            public void afterCommit() {
                              refusals.add(refusal(() -> outbox.stage(created("late"))));
                            }

                            @Override
                            public void afterCompletion(int status) {
                              refusals.add(refusal(() -> outbox.stage(created("later"))));
                            }
                          }));

          assertThat(refusals)
              .hasSize(2)
              .allSatisfy(
                  refusal ->
                      assertThat(refusal)
                          .isInstanceOf(NoTransactionException.class)
                          .hasMessageContaining("has ended"));
          // The same connection again, and a savepoint on the way, which is no end.
          transaction(context)
              .executeWithoutResult(
                  status -> {
                    nested(context).executeWithoutResult(inner -> outbox.stage(created("1")));
                    outbox.stage(created("2"));
                  });
        });
    assertThat(staged()).containsExactly("1", "2");
  }

  /** A transaction of its own ends in between, and does not make the first one open again. */
  @Test
  void refusesToStageInACallbackThatHasRunATransactionOfItsOwn() {
    application.run(
        context -> {
          Outbox outbox = context.getBean(Outbox.class);
          AfterCommit afterCommit = context.getBean(AfterCommit.class);
          TransactionTemplate inner = transaction(context);
          inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
          List<Throwable> refusals = new ArrayList<>();
          transaction(context)
              .executeWithoutResult(
                  status -> {
                    outbox.stage(created("inner"));
                    TransactionSynchronizationManager.registerSynchronization(
                        new TransactionSynchronization() {
                          @Override
                          public void afterCommit() {
                            inner.executeWithoutResult(own -> outbox.stage(created("inner")));
                            refusals.add(refusal(() -> outbox.stage(created("late"))));
                            refusals.add(
                                refusal(() -> afterCommit.publish("activity.completed", "late")));
                          }
                        });
                    TransactionSynchronizationManager.registerSynchronization(
                        new TransactionSynchronization() {
                          @Override
                          public void afterCommit() {
                            refusals.add(refusal(() -> outbox.stage(created("later"))));
                          }
                        });
                  });

          assertThat(refusals)
              .hasSize(3)
              .allSatisfy(
                  refusal ->
                      assertThat(refusal)
                          .isInstanceOf(NoTransactionException.class)
                          .hasMessageContaining("has ended"));
        });
    assertThat(staged()).as("the key is free again").containsExactly("inner", "inner");
  }

  /** The connection of the outbox's own stays bound meanwhile, and would take the message. */
  @Test
  void refusesATransactionOfAnotherManagerInsideTheOutboxsOwn() {
    application.run(
        context -> {
          Outbox outbox = context.getBean(Outbox.class);
          AfterCommit afterCommit = context.getBean(AfterCommit.class);
          JdbcTransactionManager foreignManager = new JdbcTransactionManager(DATABASE.relay());
          foreignManager.addListener(context.getBean(CurrentTransaction.class));
          TransactionTemplate foreign = new TransactionTemplate(foreignManager);
          TransactionTemplate own = transaction(context);

          own.executeWithoutResult(
              status -> {
                foreign.executeWithoutResult(
                    inner -> {
                      assertThat(refusal(() -> outbox.stage(created("inner"))))
                          .isInstanceOf(NoTransactionException.class)
                          .hasMessageContaining("on another");
                      assertThat(refusal(() -> afterCommit.publish("activity.completed", "inner")))
                          .isInstanceOf(NoTransactionException.class);
                    });
                outbox.stage(created("after"));
                afterCommit.publish("activity.completed", "after");
              });
          foreign.executeWithoutResult(
              status -> own.executeWithoutResult(inner -> outbox.stage(created("inside"))));
        });
    assertThat(staged()).containsExactly("after", "inside");
    assertThat(listener.heard).containsExactly("after");
  }

  @Test
  void tellsEveryListenerOfABestEffortEventAlthoughOneFails() {
    HeardAtTheEnd late = new HeardAtTheEnd();
    application
        .withBean(FailsFirst.class, FailsFirst::new)
        .withBean(HeardAtTheEnd.class, () -> late)
        .run(
            context ->
                transaction(context)
                    .executeWithoutResult(
                        status ->
                            context
                                .getBean(AfterCommit.class)
                                .publish("activity.completed", "first fails")));

    assertThat(listener.heard).containsExactly("first fails");
    assertThat(late.heard).as("a listener for after the commit").containsExactly("first fails");
  }

  @Test
  void publishesBestEffortEventsAfterTheCommitAndOnlyThen() {
    application.run(
        context -> {
          AfterCommit afterCommit = context.getBean(AfterCommit.class);
          TransactionTemplate nested = nested(context);
          transaction(context)
              .executeWithoutResult(
                  status -> {
                    afterCommit.publish("activity.completed", "fails");
                    afterCommit.publish("activity.completed", "one");
                    nested.executeWithoutResult(
                        inner -> {
                          afterCommit.publish("activity.completed", "undone");
                          inner.setRollbackOnly();
                        });
                    nested.executeWithoutResult(
                        inner -> afterCommit.publish("activity.completed", "two"));
                    assertThat(listener.heard).isEmpty();
                  });
          transaction(context)
              .executeWithoutResult(
                  status -> {
                    afterCommit.publish("activity.completed", "rolled back");
                    status.setRollbackOnly();
                  });

          assertThat(listener.heard).containsExactly("one", "two");
        });
    assertThat(staged()).isEmpty();
  }

  @Test
  void refusesWhatIsNoBestEffortEvent() {
    application.run(
        context -> {
          AfterCommit afterCommit = context.getBean(AfterCommit.class);
          Outbox outbox = context.getBean(Outbox.class);
          TransactionTemplate transaction = transaction(context);

          assertThat(refusal(() -> afterCommit.publish("activity.completed", "no transaction")))
              .isInstanceOf(NoTransactionException.class);
          transaction.executeWithoutResult(
              status -> {
                assertThat(refusal(() -> afterCommit.publish("activity.created", "durable")))
                    .isInstanceOf(DeclaredDurableException.class)
                    .hasMessageContaining("Outbox.stage");
                assertThat(refusal(() -> afterCommit.publish("activity.exploded", "unknown")))
                    .isInstanceOf(UnknownTypeException.class);
                assertThat(refusal(() -> outbox.stage(event("activity.completed", "1"))))
                    .isInstanceOf(NotDurableException.class);
              });
        });
    assertThat(listener.heard).isEmpty();
    assertThat(staged()).isEmpty();
  }

  @Test
  void sendsATypeToConsumersInTheProcessOrToTheOutboxAndNeverToBoth() {
    withMailer.run(
        context -> {
          Outbox outbox = context.getBean(Outbox.class);
          List<MessageId> ids =
              transaction(context)
                  .execute(
                      status -> {
                        List<MessageId> all = outbox.stageAll(List.of(created("1"), created("2")));
                        assertThat(mailer.taken).as("before the commit").isEmpty();
                        return all;
                      });
          transaction(context)
              .executeWithoutResult(
                  status -> {
                    outbox.stage(created("rolled back"));
                    status.setRollbackOnly();
                  });
          assertThat(
                  refusal(
                      () ->
                          transaction(context)
                              .execute(
                                  status ->
                                      outbox.stage(
                                          DurableMessage.integrationEvent("activity.created", 1)
                                              .tenant("acme")
                                              .aggregate("activity", "bad", 1)
                                              .payloadJson("{}")
                                              .build()))))
              .isInstanceOf(PayloadInvalidException.class);

          assertThat(mailer.taken).extracting(InProcessMessage::id).isEqualTo(ids);
        });
    assertThat(staged()).isEmpty();
  }

  @Test
  void givesTheMessagesOfARepeatedOperationToNoConsumerAgain() {
    withMailer.run(
        context -> {
          Outbox outbox = context.getBean(Outbox.class);
          Operation operation = new Operation("acme", "k", "x");
          List<IntegrationEvent> messages =
              List.of(created("here"), event("activity.assigned", "staged"));
          TransactionTemplate transaction = transaction(context);
          StagedOperation first =
              transaction.execute(status -> outbox.stageOnce(operation, messages));
          StagedOperation again =
              transaction.execute(status -> outbox.stageOnce(operation, messages));
          transaction.executeWithoutResult(
              status -> {
                outbox.stageOnce(new Operation("acme", "undone", "x"), messages);
                status.setRollbackOnly();
              });

          assertThat(first).isNotNull();
          assertThat(first.repeated()).isFalse();
          assertThat(first.messages()).hasSize(1);
          assertThat(again).isEqualTo(new StagedOperation(first.messages(), true));
          assertThat(
                  refusal(
                      () ->
                          transaction.execute(
                              status ->
                                  outbox.stageOnce(
                                      new Operation("other", "k", "x"), List.of(created("1"))))))
              .isInstanceOf(OtherTenantException.class);
        });
    assertThat(mailer.aggregates()).containsExactly("here");
    assertThat(staged()).containsExactly("staged");
  }

  @Test
  void asksOnceForTheSubscribersOfAllMessagesOfACall() {
    CountingDataSource counting = new CountingDataSource(DATABASE.writer());
    withMailer
        .withBean(DataSource.class, () -> counting)
        .run(
            context -> {
              int before = counting.statements();
              transaction(context)
                  .executeWithoutResult(
                      status ->
                          context
                              .getBean(Outbox.class)
                              .stageAll(List.of(created("1"), created("2"), created("3"))));
              assertThat(counting.statements() - before).isEqualTo(1);
            });
    assertThat(mailer.aggregates()).containsExactly("1", "2", "3");
  }

  @Test
  void handsEverythingToConsumersInAnIsolatedRunAndLosesNothingWithoutAWord(CapturedOutput output) {
    ApplicationContextRunner isolated =
        application
            .withBean(InProcessConsumer.class, () -> mailer)
            .withPropertyValues("waybill.outbox.in-process.isolated=true");
    isolated.run(
        context -> {
          Outbox outbox = context.getBean(Outbox.class);
          transaction(context)
              .executeWithoutResult(
                  status -> {
                    outbox.stage(created("1"));
                    assertThat(refusal(() -> outbox.stage(event("activity.assigned", "2"))))
                        .isInstanceOf(NoConsumerException.class)
                        .hasMessageContaining("activity.assigned")
                        .hasMessageContaining("waybill.outbox.in-process.isolated=false");
                  });
        });
    assertThat(mailer.aggregates()).containsExactly("1");
    assertThat(staged()).isEmpty();
    assertThat(output)
        .contains("waybill.outbox.in-process.isolated is true: nothing is staged")
        .contains("[activity.created]");

    JdbcTemplate migrator = new JdbcTemplate(DATABASE.migrator());
    migrator.execute("CREATE TABLE outbox.relay_schema_history ()");
    try {
      isolated.run(
          context ->
              assertThat(context)
                  .getFailure()
                  .rootCause()
                  .hasMessageContaining("a relay has its tables in this database"));
    } finally {
      migrator.execute("DROP TABLE outbox.relay_schema_history");
    }
  }

  @Test
  void stagesEverythingElseBesideConsumersInTheProcess() {
    application
        .withBean(InProcessConsumer.class, () -> new Consumer("mailer", "activity.other"))
        .withPropertyValues("waybill.outbox.in-process.allow=mailer")
        .run(
            context ->
                transaction(context)
                    .executeWithoutResult(
                        status -> context.getBean(Outbox.class).stage(created("1"))));

    assertThat(staged()).containsExactly("1");
  }

  @Test
  void letsNoTypeWithASubscriberPassTheOutboxBy() {
    withMailer.run(
        context -> {
          apply("activity.created");
          assertThatThrownBy(
                  () ->
                      transaction(context)
                          .execute(status -> context.getBean(Outbox.class).stage(created("1"))))
              .isInstanceOf(InProcessForbiddenException.class)
              .hasMessageContaining("timeline");
        });
    withMailer.run(
        context ->
            assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("timeline")
                .hasMessageContaining("waybill.outbox.in-process.allow"));
    application
        .withPropertyValues("waybill.outbox.in-process.isolated=true")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("waybill.outbox.in-process.isolated=false"));
    assertThat(mailer.taken).isEmpty();
  }

  private void apply(String type) {
    SubscriptionRevision revision =
        new SubscriptionRevision(
            1,
            List.of(
                new Subscription(
                    new HandlerId("timeline"),
                    "team",
                    "waybill.timeline",
                    new Subscription.Layout(1, Ordering.KEY),
                    Status.ACTIVE,
                    Visibility.PUBLIC,
                    List.of(new Subscription.Entry(type, new TreeSet<>(Set.of(1)))))));
    new JdbcTemplate(DATABASE.migrator())
        .update(
            "INSERT INTO outbox.subscription_revision (revision, applied_by, reason, document)"
                + " VALUES (1, 'test', 'test', ?)",
            revision.toJson());
  }

  private List<String> staged() {
    return relay.queryForList("SELECT aggregate_id FROM outbox.message ORDER BY seq", String.class);
  }

  private static Throwable refusal(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      return e;
    }
    return new AssertionError("was not refused");
  }

  private static TransactionTemplate transaction(ApplicationContext context) {
    return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
  }

  private static TransactionTemplate nested(ApplicationContext context) {
    TransactionTemplate nested = transaction(context);
    nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
    return nested;
  }

  private static IntegrationEvent created(String id) {
    return event("activity.created", id);
  }

  private static IntegrationEvent event(String type, String id) {
    return DurableMessage.integrationEvent(type, 1)
        .tenant("acme")
        .aggregate("activity", id, 1)
        .payloadJson(OutboxDatabase.example(type))
        .build();
  }

  private static Catalogue withBestEffort(String type) {
    List<EventContract> contracts = new ArrayList<>();
    for (EventContract contract : Catalogue.load(ApplicationIT.class.getClassLoader()).all()) {
      EventContract.EventRecord record = contract.record();
      contracts.add(
          contract.type().equals(type)
              ? new EventContract(
                  type,
                  new EventContract.EventRecord(
                      record.id(),
                      record.owner(),
                      record.kind(),
                      record.direction(),
                      record.trust(),
                      false),
                  contract.versions())
              : contract);
    }
    return Catalogue.of(contracts);
  }

  /** Hears the text events of the application. */
  static final class Listener {

    private final List<String> heard = new ArrayList<>();

    @EventListener
    void on(PayloadApplicationEvent<String> event) {
      if (event.getPayload().equals("fails")) {
        throw new IllegalStateException("on purpose");
      }
      heard.add(event.getPayload());
    }
  }

  /** Hears every text event before the others. */
  static final class FailsFirst {

    @Order(Ordered.HIGHEST_PRECEDENCE)
    @EventListener
    void on(PayloadApplicationEvent<String> event) {
      if (event.getPayload().equals("first fails")) {
        throw new IllegalStateException("on purpose");
      }
    }
  }

  /** Hears text events as a listener of transactions. */
  static final class HeardAtTheEnd {

    private final List<String> heard = new ArrayList<>();

    @TransactionalEventListener
    void on(PayloadApplicationEvent<String> event) {
      heard.add(event.getPayload());
    }
  }

  private static final class Consumer implements InProcessConsumer {

    private final String id;
    private final String type;
    private final List<InProcessMessage> taken = new ArrayList<>();

    Consumer(String id, String type) {
      this.id = id;
      this.type = type;
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public Set<String> types() {
      return Set.of(type);
    }

    @Override
    public void accept(InProcessMessage message) {
      taken.add(message);
    }

    List<String> aggregates() {
      return taken.stream().map(message -> message.message().aggregate().id()).toList();
    }
  }
}

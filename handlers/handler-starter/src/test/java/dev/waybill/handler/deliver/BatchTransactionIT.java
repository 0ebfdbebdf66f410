package dev.waybill.handler.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.handler.Handles;
import dev.waybill.handler.Message;
import dev.waybill.handler.TenantId;
import dev.waybill.handler.WaybillHandler;
import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.FailureKind;
import dev.waybill.handler.batch.Outcome;
import dev.waybill.handler.batch.Step;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.inbox.DeadLetterTable;
import dev.waybill.handler.inbox.DeliveryTable;
import dev.waybill.handler.inbox.Inbox;
import dev.waybill.handler.inbox.Intake;
import dev.waybill.handler.inbox.KeptRecordTable;
import dev.waybill.handler.inbox.PositionTable;
import dev.waybill.handler.inbox.ReadPartition;
import dev.waybill.handler.inbox.ReplayTable;
import dev.waybill.handler.inbox.TransactionProof;
import dev.waybill.handler.inbox.TransactionTimeouts;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import dev.waybill.handler.position.TopicId;
import dev.waybill.handler.record.RawRecord;
import dev.waybill.handler.registry.HandlerDefinition;
import dev.waybill.handler.registry.HandlerScanner;
import dev.waybill.handler.testbed.Gate;
import dev.waybill.handler.testbed.Parcel;
import dev.waybill.handler.testbed.ParcelDatabase;
import dev.waybill.handler.testbed.ParcelMoved;
import dev.waybill.testsupport.servers.Servers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** What the inbox takes in when records come again, one after the other or at once. */
class BatchTransactionIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final HandlerId PARCELS = new HandlerId("parcels");
  private static final Partition PARTITION = new Partition("parcels", 0);
  private static final TopicId TOPIC = new TopicId(new UUID(1, 1));
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Two of them wait at once, which the common pool of two cores does not allow on Java 25. */
  private static final Executor THREADS = task -> new Thread(task, "instance").start();

  private final Slow slow = new Slow();
  private final AtomicInteger watched = new AtomicInteger();

  @AutoClose
  private final ParcelDatabase database = ParcelDatabase.in(servers.database()).migrate();

  /**
   * An instance that woke up late has taken the first message of a key in as failed, and has not
   * committed. Its successor reads the same records: it must see that the first one is unfinished,
   * or the second overtakes it.
   */
  @Test
  void aSuccessorWaitsForWhatALateInstanceTookInAndKeepsTheOrderOfItsKeys() {
    database.clear();
    DataSource source = servers.database().as(ParcelDatabase.HANDLER);
    long incarnation = new PositionTable(source).set(PARCELS, PARTITION, TOPIC, Position.at(0));
    Map<Partition, ReadPartition> reads =
        Map.of(PARTITION, new ReadPartition(PARTITION, TOPIC, incarnation, Position.at(0)));
    Work failed = work(0, Parcel.of("parcel:1"));
    Work between = work(1, Parcel.of("parcel:2"));
    Work behind = work(2, Parcel.of("parcel:1"));
    BatchTransaction batches = batches(source);

    CompletableFuture<Outcome> late =
        CompletableFuture.supplyAsync(
            () -> batches.run(List.of(scheduled(failed), new Step.Run(between)), reads), THREADS);
    slow.gate.awaitEntered(1);
    CompletableFuture<Outcome> successor =
        CompletableFuture.supplyAsync(
            () ->
                batches.run(
                    List.of(new Step.Run(failed), new Step.Run(between), new Step.Run(behind)),
                    reads),
            THREADS);
    await().atMost(PATIENCE).until(() -> database.waitingForLocks() == 1);
    slow.gate.open();

    assertThat(late.join()).isInstanceOf(Outcome.Committed.class);
    assertThat(successor.join())
        .isInstanceOfSatisfying(
            Outcome.Committed.class, committed -> assertThat(committed.ran()).isEmpty());
    assertThat(database.state(id(failed))).isEqualTo("retry_scheduled");
    assertThat(database.state(id(between))).isEqualTo("completed");
    assertThat(database.state(id(behind))).isEqualTo("waiting");
    assertThat(slow.runs).hasValue(1);
  }

  /** What is known takes no number: it is left out before anything is done for it. */
  @Test
  void leavesOutWhatIsKnownBeforeItDoesAnythingForIt() {
    database.clear();
    DataSource source = servers.database().as(ParcelDatabase.HANDLER);
    long incarnation = new PositionTable(source).set(PARCELS, PARTITION, TOPIC, Position.at(0));
    Map<Partition, ReadPartition> reads =
        Map.of(PARTITION, new ReadPartition(PARTITION, TOPIC, incarnation, Position.at(0)));
    Parcel parcel = Parcel.of("parcel:1");
    Work failed = work(1, Parcel.of("parcel:2"));
    Work fresh = work(4, Parcel.of("parcel:3"));
    BatchTransaction batches = batches(source);
    slow.gate.open();
    batches.run(List.of(new Step.Run(work(0, parcel)), scheduled(failed)), reads);
    long drawn = database.arrivalsDrawn();

    Outcome repeated =
        batches.run(
            List.of(new Step.Run(work(2, parcel)), scheduled(failed), new Step.Run(fresh)), reads);

    assertThat(repeated).isEqualTo(new Outcome.Committed(Set.of(fresh), Set.of(), 2));
    assertThat(slow.runs).hasValue(2);
    assertThat(watched).as("what is known is not watched either").hasValue(2);
    assertThat(database.arrivalsDrawn()).isEqualTo(drawn + 1);
    assertThat(database.state(id(failed))).isEqualTo("retry_scheduled");
  }

  private void watch(MethodRunner.Run run, Runnable method) {
    watched.incrementAndGet();
    method.run();
  }

  private BatchTransaction transactions(DataSource source, HandlerDefinition handler) {
    HandlerTransactions governed =
        new HandlerTransactions(
            new JdbcTransactionManager(source),
            source,
            new TransactionProof(source),
            new TransactionTimeouts(source, PATIENCE, PATIENCE));
    Intake intake =
        new Intake(
            new Inbox(PARCELS, true, true),
            new Intake.Tables(
                new DeliveryTable(source),
                new KeptRecordTable(source),
                new DeadLetterTable(source),
                new ReplayTable(source, Duration.ofDays(1))),
            "one",
            Duration.ofMinutes(1));
    return new BatchTransaction(
        handler,
        governed,
        intake,
        new PositionTable(source),
        new MethodRunner(handler, PATIENCE, this::watch),
        FaultClasses.NONE);
  }

  private BatchTransaction batches(DataSource source) {
    StaticListableBeanFactory beans = new StaticListableBeanFactory();
    beans.addBean("slow", slow);
    HandlerDefinition handler =
        new HandlerScanner(
                beans,
                id ->
                    SubscriptionFiles.parse(
                        "parcels.yaml",
                        """
                        handler: parcels
                        owner: test-team
                        subscribes:
                          - type: parcel.moved
                            versions: [1]
                        """),
                getClass().getClassLoader())
            .scan()
            .get(0);
    return transactions(source, handler);
  }

  private static Step scheduled(Work work) {
    return new Step.Settle(
        work,
        new Verdict.RetryIn(
            Failure.of(FailureKind.RETRYABLE, "Broken", "broken"), Duration.ofHours(1)));
  }

  private static Work work(long offset, Parcel parcel) {
    return new Work(
        PARTITION,
        Position.at(offset),
        Position.at(offset + 1),
        new Message(
            new MessageId(parcel.id()),
            new MessageType("parcel.moved", 1),
            new TenantId("acme"),
            new OrderingKey(parcel.key()),
            null,
            null),
        new RawRecord(null, parcel.payload().getBytes(StandardCharsets.UTF_8), List.of()),
        null);
  }

  private static UUID id(Work work) {
    return work.message().id().value();
  }

  /** Each run stands at the gate. */
  @WaybillHandler(id = "parcels")
  static class Slow {

    private final Gate gate = new Gate();
    private final AtomicInteger runs = new AtomicInteger();

    @Handles(type = "parcel.moved", versions = 1)
    void on(ParcelMoved event) {
      runs.incrementAndGet();
      gate.pass();
    }
  }
}

package dev.waybill.relay.parking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.MessageId;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.LeaseClaim;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.ledger.BatchRecord;
import dev.waybill.relay.ledger.BatchRecord.BatchKey;
import dev.waybill.relay.ledger.BatchRecord.BatchRoute;
import dev.waybill.relay.ledger.BatchRecord.ParkedMessage;
import dev.waybill.relay.ledger.BatchRecord.UnparkedMessage;
import dev.waybill.relay.ledger.ParkCause;
import dev.waybill.relay.ledger.SeqId;
import dev.waybill.relay.ledgerstore.LedgerTable;
import dev.waybill.relay.outbox.RecordTable;
import dev.waybill.relay.parking.DeadLetters.Name;
import dev.waybill.relay.parking.DeadLetters.Way;
import dev.waybill.relay.parking.ParkedQueue.ParkedClaim;
import dev.waybill.relay.record.OutboxState;
import dev.waybill.relay.status.Progress;
import dev.waybill.relay.testbed.Orders;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import dev.waybill.workqueue.retry.Backoff;
import dev.waybill.workqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The statements that change a message's state take each transition of the table, and no other. */
class OutboxTransitionsIT {

  private static final String RELAY = "main";
  private static final List<String> HANDLERS = List.of("timeline");
  private static final ParkCause TOO_LARGE = new ParkCause(ParkCause.Code.TOO_LARGE, "too large");
  private static final ParkCause HOPELESS = new ParkCause(ParkCause.Code.UNDECODABLE, "hopeless");

  private final Map<Class<? extends OutboxState>, Set<Class<? extends OutboxState>>> taken =
      new HashMap<>();

  private RelayTestbed testbed;
  private JdbcClient jdbc;
  private LedgerTable ledger;
  private ParkedQueue queue;
  private DeadLetters dead;
  private RecordTable records;
  private FencingToken token;
  private SeqId message;
  private OutboxState state;

  @BeforeEach
  void stageAMessage() {
    testbed = RelayTestbed.create();
    var source = testbed.source("waybill_relay");
    jdbc = JdbcClient.create(source);
    JdbcTransactionManager manager = new JdbcTransactionManager(source);
    TransactionTemplate transactions = new TransactionTemplate(manager);
    LeaseTable leases = new LeaseTable(jdbc, Duration.ofSeconds(60));
    ledger = new LedgerTable(jdbc, transactions, leases);
    RetryPolicy policy =
        new RetryPolicy.Exponential(
            Backoff.doubling(Duration.ofMillis(1), Duration.ofMillis(2)), 100);
    queue = new ParkedQueue(jdbc, manager, leases, policy, new SplittableRandom(), new Progress());
    dead = new DeadLetters(jdbc, transactions, RELAY);
    records = new RecordTable(jdbc);
    token = ((LeaseClaim.Granted) leases.claim(RELAY, "one")).token();
    TestMessage staged = TestMessage.of("parcel:1", 1);
    staged.stage(testbed.as("waybill_writer"));
    long seq = jdbc.sql("SELECT max(seq) FROM outbox.message").query(Long.class).single();
    message = new SeqId(seq, new MessageId(staged.id()));
    state = look();
  }

  @Test
  void everyTransitionIsTakenAndNoOther() {
    assertThat(state).isInstanceOf(OutboxState.Pending.class);
    ledger.append(token, batch(1, List.of(parked()), List.of()));
    assertThat(look()).isInstanceOf(OutboxState.Pending.class);

    ParkedClaim first = claim();
    assertThat(observe())
        .isInstanceOfSatisfying(
            OutboxState.Processing.class,
            processing -> assertThat(processing.lease().owner()).isEqualTo("one"));
    queue.failed(first, TOO_LARGE);
    assertThat(observe()).isInstanceOf(OutboxState.Pending.class);

    ParkedClaim second = claim();
    observe();
    queue.failed(first, HOPELESS);
    assertThat(look()).as("a claim that another followed").isEqualTo(state);
    queue.failed(second, HOPELESS);
    assertThat(observe())
        .isInstanceOfSatisfying(
            OutboxState.DeadLetter.class,
            letter -> assertThat(letter.reason()).isEqualTo("hopeless"));
    assertThat(queue.claim(token, HANDLERS)).as("a dead letter is not claimed").isEmpty();
    queue.failed(second, TOO_LARGE);
    assertThat(look()).as("a dead letter does not fail again").isEqualTo(state);

    Name name = new Name("timeline", message.id().value());
    assertThat(replay(name)).isEqualTo("pending");
    assertThat(observe()).isInstanceOf(OutboxState.Pending.class);
    assertThat(replay(name)).as("what is pending is not replayed").startsWith("refused");

    ParkedClaim third = claim();
    observe();
    ledger.append(token, batch(2, List.of(), List.of(new UnparkedMessage(message, "timeline"))));
    assertThat(observe()).isInstanceOf(OutboxState.Dispatched.class);
    queue.failed(third, HOPELESS);
    assertThat(look()).as("what was dispatched does not fail").isEqualTo(state);
    assertThat(queue.claim(token, HANDLERS)).isEmpty();
    assertThat(replay(name)).startsWith("refused");
    assertThat(look()).isEqualTo(state);

    taken.put(OutboxState.Dispatched.class, Set.of());
    assertThat(taken).isEqualTo(OutboxState.TRANSITIONS);
  }

  @Test
  void whatIsResolvedStaysADeadLetterAndIsComplete() {
    ledger.append(token, batch(1, List.of(parked()), List.of()));
    Name name = new Name("timeline", message.id().value());
    assertThat(resolve(name)).as("what is pending is not resolved").startsWith("refused");
    ParkedClaim claim = claim();
    assertThat(resolve(name)).as("nor what is being sent").startsWith("refused");
    queue.failed(claim, HOPELESS);

    assertThat(resolve(name)).isEqualTo("resolved");
    assertThat(records.find(message.id(), null).orElseThrow().givenUp())
        .containsExactly("timeline");

    assertThat(look()).isInstanceOf(OutboxState.DeadLetter.class);
    assertThat(
            jdbc.sql("SELECT count(*) FROM outbox.record WHERE completed_at IS NOT NULL")
                .query(Long.class)
                .single())
        .isEqualTo(1);
    assertThat(queue.claim(token, HANDLERS)).isEmpty();
    queue.failed(claim, TOO_LARGE);
    assertThat(replay(name)).as("for good").startsWith("refused");
    assertThat(resolve(name)).as("once").startsWith("refused");
    assertThat(look()).isInstanceOf(OutboxState.DeadLetter.class);
  }

  /** What one tenant has parked does not keep the last of another from being tried. */
  @Test
  void takesTurnsBetweenTenants() {
    List<TestMessage> staged =
        IntStream.range(0, 153).mapToObj(i -> TestMessage.of("parcel:" + i, 1)).toList();
    TestMessage.stageAll(testbed.as("waybill_writer"), staged);
    List<SeqId> names =
        jdbc.sql("SELECT seq, message_id FROM outbox.message WHERE seq > :seq ORDER BY seq")
            .param("seq", message.seq())
            .query(
                (row, index) ->
                    new SeqId(
                        row.getLong("seq"), new MessageId(row.getObject("message_id", UUID.class))))
            .list();
    List<ParkedMessage> parked =
        IntStream.range(0, names.size())
            .mapToObj(
                i ->
                    new ParkedMessage(
                        names.get(i),
                        "timeline",
                        "parcel:" + i,
                        i < 150 ? "busy" : "calm",
                        TOO_LARGE))
            .toList();
    ledger.append(token, batch(1, names, parked, List.of()));

    List<ParkedClaim> first =
        await().until(() -> queue.claim(token, HANDLERS), is -> !is.isEmpty());

    assertThat(first).as("not all at once").hasSizeLessThan(150);
    assertThat(first)
        .extracting(ParkedClaim::seq)
        .containsAll(names.subList(150, 153).stream().map(SeqId::seq).toList());
  }

  private String resolve(Name name) {
    return dead.release(Way.RESOLVE, List.of(name), null, Orders.ANNA).get(0).outcome();
  }

  private ParkedClaim claim() {
    return await().until(() -> queue.claim(token, HANDLERS), claims -> claims.size() == 1).get(0);
  }

  private String replay(Name name) {
    return dead.release(Way.REPLAY, List.of(name), null, Orders.ANNA).get(0).outcome();
  }

  private OutboxState look() {
    return records.find(message.id(), null).orElseThrow().state();
  }

  /** The state now, which must be allowed to follow the one before. */
  private OutboxState observe() {
    OutboxState next = state.become(look());
    taken.computeIfAbsent(state.getClass(), from -> new HashSet<>()).add(next.getClass());
    state = next;
    return next;
  }

  private ParkedMessage parked() {
    return new ParkedMessage(message, "timeline", "parcel:1", "acme", TOO_LARGE);
  }

  private BatchRecord batch(
      long number, List<ParkedMessage> parked, List<UnparkedMessage> unparked) {
    return batch(number, List.of(message), parked, unparked);
  }

  private BatchRecord batch(
      long number,
      List<SeqId> messages,
      List<ParkedMessage> parked,
      List<UnparkedMessage> unparked) {
    String scope = unparked.isEmpty() ? BatchRoute.ALL : "timeline";
    return new BatchRecord(
        new BatchKey(RELAY, number, token.value(), "1"),
        new BatchRoute(BatchRoute.toAll(1).revisions(), scope, List.of()),
        messages,
        null,
        parked,
        unparked);
  }
}

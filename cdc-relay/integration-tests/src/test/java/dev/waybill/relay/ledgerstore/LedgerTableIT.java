package dev.waybill.relay.ledgerstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.MessageId;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.LeaseClaim;
import dev.waybill.relay.lease.LeaseLostException;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.ledger.BatchRecord;
import dev.waybill.relay.ledger.Coverage.CoveringBatch;
import dev.waybill.relay.ledger.LedgerComparison.LedgerRow;
import dev.waybill.relay.ledger.RepeatFilter.UndecidedMessage;
import dev.waybill.relay.ledger.RoutedBy;
import dev.waybill.relay.ledger.SeqId;
import dev.waybill.relay.ledger.SeqSet;
import dev.waybill.relay.ledger.StagedSpan;
import dev.waybill.relay.outbox.OutboxTable;
import dev.waybill.relay.testbed.RelayTestbed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class LedgerTableIT {

  private static final String RELAY = "main";

  private RelayTestbed testbed;
  private JdbcClient jdbc;
  private JdbcClient another;
  private TransactionTemplate transactions;
  private LeaseTable leases;
  private LedgerTable ledger;
  private FencingToken token;

  @BeforeEach
  void createTables() {
    testbed = RelayTestbed.create();
    var source = testbed.source("waybill_relay");
    jdbc = JdbcClient.create(source);
    another = JdbcClient.create(testbed.source("waybill_relay"));
    transactions = new TransactionTemplate(new JdbcTransactionManager(source));
    leases = new LeaseTable(jdbc, Duration.ofSeconds(60));
    ledger = new LedgerTable(jdbc, transactions, leases);
    token = claim("one");
  }

  @Test
  void coversExactlyTheNumbersOfItsBatches() {
    ledger.append(token, batch(1, 1, 2, 3, 7));
    ledger.append(token, batch(2, 4, 5, 100));

    assertThat(ledger.last(RELAY)).isEqualTo(new LedgerRow(2, token.value()));
    SeqSet asked = SeqSet.parse("{[1,10),[100,101)}");
    SeqSet covered = ledger.covered(RELAY, asked);
    assertThat(LongStream.of(1, 2, 3, 4, 5, 7, 100).allMatch(covered::contains)).isTrue();
    assertThat(LongStream.of(6, 8, 9, 99, 101).anyMatch(covered::contains)).isFalse();
    assertThat(ledger.covered(RELAY, SeqSet.parse("{[6,7),[8,9)}"))).isEqualTo(SeqSet.empty());
    assertThat(ledger.covered("another", asked)).isEqualTo(SeqSet.empty());
  }

  @Test
  void joinsOldRowsAndStillCoversTheirNumbers() {
    installed();
    for (long batch = 1; batch <= 7; batch++) {
      ledger.append(token, batch(batch, batch * 10, batch * 10 + 1));
    }
    jdbc.sql("UPDATE outbox.dispatch_batch SET left_out = '{timeline}' WHERE batch = 3").update();

    assertThat(ledger.merge(token, Duration.ofHours(1), 4)).as("none is old").isZero();
    assertThat(ledger.merge(token, Duration.ZERO, 4)).isEqualTo(4);
    assertThat(ledger.merge(token, Duration.ZERO, 4)).isEqualTo(3);
    assertThat(ledger.merge(token, Duration.ZERO, 4)).isZero();

    assertThat(batches()).containsExactly(3L, 4L, 7L);
    assertThat(ledger.last(RELAY)).isEqualTo(new LedgerRow(7, token.value()));
    SeqSet covered = ledger.covered(RELAY, SeqSet.parse("{[0,100)}"));
    assertThat(covered)
        .isEqualTo(SeqSet.parse("{[10,12),[20,22),[30,32),[40,42),[50,52),[60,62),[70,72)}"));
  }

  /**
   * A joined row has as many ranges as there were gaps. Where each message looks through all of
   * them, a page of a recovery takes longer than the relay's connections wait (15 s), for ever.
   */
  @Test
  void findsWhatIsUnpublishedBesideRowsOfManyRanges() {
    testbed
        .as("waybill_migrator")
        .sql(
            """
            INSERT INTO outbox.message (
              seq, message_id, kind, event_record, type, schema_version, tenant_id, visibility,
              aggregate_type, aggregate_id, aggregate_version, ordering_key, occurred_at, staged_at,
              payload, envelope)
            SELECT n, gen_random_uuid(), 'integration-event', 'EV-TEST', 'parcel.moved', 1, 'acme',
                   'public', 'parcel', 'parcel:1', n, 'parcel:1', now(), now(), '{}', '{}'
            FROM generate_series(1, 20000) AS n
            """)
        .update();
    ledger.append(token, batch(1, 1));
    jdbc.sql(
            """
            UPDATE outbox.dispatch_batch SET seqs = (
              SELECT range_agg(int8range(n, n + 1)) FROM generate_series(1, 25000, 2) AS n)
            """)
        .update();

    SeqSet unpublished =
        transactions.execute(
            status -> {
              jdbc.sql("SET LOCAL statement_timeout = '8s'").update();
              return ledger.unpublished(RELAY, SeqSet.range(1, 20_001));
            });

    assertThat(unpublished)
        .isEqualTo(SeqSet.of(LongStream.rangeClosed(1, 10_000).mapToObj(i -> 2 * i).toList()));
  }

  /** Where one of them does not know it, the joined row goes by its numbers alone. */
  @Test
  void keepsWhenMessagesWereStagedWhenItJoins() {
    installed();
    ledger.append(token, batch(1, span(100, 110), 10));
    ledger.append(token, batch(2, span(90, 105), 20));
    assertThat(ledger.coverage(RELAY, SeqSet.range(10, 11)).batches())
        .containsExactly(new CoveringBatch(SeqSet.range(10, 11), span(100, 110)));

    assertThat(ledger.merge(token, Duration.ZERO, 4)).isEqualTo(2);
    assertThat(ledger.coverage(RELAY, SeqSet.range(10, 11)).batches())
        .containsExactly(new CoveringBatch(SeqSet.parse("{[10,11),[20,21)}"), span(90, 110)));

    ledger.append(token, batch(3, span(200, 210), 30));
    ledger.append(token, batch(4, null, 40));
    assertThat(ledger.merge(token, Duration.ZERO, 4)).isEqualTo(2);
    assertThat(ledger.coverage(RELAY, SeqSet.range(30, 31)).batches())
        .containsExactly(new CoveringBatch(SeqSet.parse("{[30,31),[40,41)}"), null));
  }

  /** As for the batches of one call that staged much. */
  @Test
  void keepsWhenMessagesWereStagedWhenItJoinsBatchesOfOneInstant() {
    installed();
    ledger.append(token, batch(1, span(100, 100), 10));
    ledger.append(token, batch(2, span(100, 100), 11));

    assertThat(ledger.merge(token, Duration.ZERO, 4)).isEqualTo(2);

    assertThat(ledger.coverage(RELAY, SeqSet.range(10, 12)).batches())
        .containsExactly(new CoveringBatch(SeqSet.range(10, 12), span(100, 100)));
  }

  @Test
  void keepsWhenMessagesWereStagedWhenOneTurnsOutToBeCommitted() {
    BatchRecord record = batch(1, span(100, 110), 1, 2);
    ledger.repair(token, record, record.messages().subList(0, 1));

    ledger.confirm(token, ledger.undecided(RELAY));

    assertThat(ledger.coverage(RELAY, record.seqs()).batches())
        .containsExactly(new CoveringBatch(SeqSet.range(1, 3), span(100, 110)));
  }

  /** Such a one knows nothing of times, and joined rows are never joined again. */
  @Test
  void forgetsWhenMessagesWereStagedWhenARelayOfBeforeJoins() {
    installed();
    ledger.append(token, batch(1, span(100, 110), 10));
    ledger.append(token, batch(2, span(200, 210), 20));

    jdbc.sql("DELETE FROM outbox.dispatch_batch WHERE batch = 1").update();
    jdbc.sql(
            "UPDATE outbox.dispatch_batch SET seqs = '{[10,11),[20,21)}', message_count = 2"
                + " WHERE batch = 2")
        .update();

    assertThat(ledger.coverage(RELAY, SeqSet.range(10, 11)).batches())
        .containsExactly(new CoveringBatch(SeqSet.parse("{[10,11),[20,21)}"), null));
  }

  /** Who received a message is told by the revision of its batch, also after it was joined. */
  @Test
  void keepsRowsOfDifferentRevisionsApartWhenItJoins() {
    installed();
    for (long batch = 1; batch <= 4; batch++) {
      ledger.append(token, batch(batch, batch * 10));
    }
    jdbc.sql("UPDATE outbox.dispatch_batch SET subscription_revision = 9 WHERE batch IN (2, 4)")
        .update();

    assertThat(ledger.merge(token, Duration.ZERO, 4)).isEqualTo(4);

    assertThat(batches()).containsExactly(3L, 4L);
    assertThat(new DispatchHistory(jdbc, RELAY).toAll(SeqSet.range(0, 100)))
        .contains(new DispatchHistory.ToAll(RoutedBy.only(9), SeqSet.parse("{[20,21),[40,41)}")))
        .hasSize(2);
  }

  /** A transaction that runs has a smaller number, also when none above it has ended. */
  @Test
  void drawsANumberAboveEveryTransactionThatRuns() {
    transactions.executeWithoutResult(
        status -> {
          long open =
              jdbc.sql("SELECT pg_current_xact_id()::text::bigint").query(Long.class).single();
          assertThat(new OutboxTable(another).nextTransaction()).isGreaterThan(open);
          assertThat(new OutboxTable(another).oldestTransaction()).isLessThanOrEqualTo(open);
        });
  }

  private List<Long> batches() {
    return jdbc.sql("SELECT batch FROM outbox.dispatch_batch ORDER BY batch")
        .query(Long.class)
        .list();
  }

  private void installed() {
    jdbc.sql(
            """
            INSERT INTO outbox.relay_installation (relay, slot, system_identifier)
            VALUES ('main', 'waybill_main', '1')
            """)
        .update();
  }

  @Test
  void changesNothingUnderAStaleToken() {
    assertThat(claim("one").value()).as("nothing began under it").isEqualTo(token.value());
    leases.start(token);
    ledger.append(token, batch(1, 1));
    leases.release(token);
    FencingToken current = claim("two");

    assertThat(current.value()).isEqualTo(token.value() + 1);
    assertThat(leases.renew(token)).isFalse();
    assertThat(leases.start(token)).isFalse();
    assertThatThrownBy(() -> ledger.append(token, batch(2, 2)))
        .isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(() -> ledger.repair(token, batch(2, 2), List.of()))
        .isInstanceOf(LeaseLostException.class);
    assertThat(ledger.last(RELAY).batch()).isEqualTo(1);
    assertThat(ledger.undecided(RELAY)).isEmpty();
    leases.release(token);
    assertThat(leases.renew(current)).isTrue();
  }

  @Test
  void refusesALeaseThatIsHeldAndGrantsOneThatExpired() {
    assertThat(leases.claim(RELAY, "two"))
        .isInstanceOfSatisfying(
            LeaseClaim.Refused.class,
            refused -> assertThat(refused.holder().owner()).isEqualTo("one"));
    LeaseTable brief = new LeaseTable(jdbc, Duration.ofMillis(300));
    FencingToken expiring = ((LeaseClaim.Granted) brief.claim("other", "one")).token();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> leases.claim("other", "two") instanceof LeaseClaim.Granted);
    assertThat(leases.renew(expiring)).isFalse();
  }

  @Test
  void repairsOnceAndKeepsWhatItDoesNotSeeAsUndecided() {
    BatchRecord record = batch(1, 1, 2, 3);
    List<SeqId> visible = record.messages().subList(0, 2);

    ledger.repair(token, record, visible);
    ledger.repair(token, record, visible);

    assertThat(ledger.undecided(RELAY))
        .containsExactly(new UndecidedMessage(record.messages().get(2), 1));
    assertThat(ledger.covered(RELAY, record.seqs())).isEqualTo(SeqSet.parse("{[1,3)}"));

    ledger.confirm(token, ledger.undecided(RELAY));
    assertThat(ledger.undecided(RELAY)).isEmpty();
    assertThat(ledger.covered(RELAY, record.seqs())).isEqualTo(SeqSet.parse("{[1,4)}"));
  }

  private FencingToken claim(String owner) {
    return ((LeaseClaim.Granted) leases.claim(RELAY, owner)).token();
  }

  private BatchRecord batch(long number, long... seqs) {
    return batch(number, null, seqs);
  }

  private BatchRecord batch(long number, @Nullable StagedSpan span, long... seqs) {
    return new BatchRecord(
        new BatchRecord.BatchKey(RELAY, number, token.value(), "system"),
        BatchRecord.BatchRoute.toAll(1),
        LongStream.of(seqs)
            .mapToObj(seq -> new SeqId(seq, new MessageId(new UUID(0, seq))))
            .toList(),
        span,
        List.of(),
        List.of());
  }

  private static StagedSpan span(long from, long through) {
    return new StagedSpan(Instant.ofEpochSecond(from), Instant.ofEpochSecond(through));
  }
}

package dev.waybill.relay.ledgerstore;

import dev.waybill.contract.message.MessageId;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.ledger.BatchRecord;
import dev.waybill.relay.ledger.BatchRecordJson;
import dev.waybill.relay.ledger.Coverage;
import dev.waybill.relay.ledger.Coverage.CoveringBatch;
import dev.waybill.relay.ledger.LedgerComparison.LedgerRow;
import dev.waybill.relay.ledger.RepeatFilter.UndecidedMessage;
import dev.waybill.relay.ledger.SeqId;
import dev.waybill.relay.ledger.SeqSet;
import dev.waybill.relay.ledger.StagedSpan;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Owns {@code outbox.dispatch_batch} and {@code outbox.undecided_message}. Every write is one
 * transaction that holds the lease row, so that a stale relay changes nothing; what a batch says
 * about lanes and parked messages is written in the same one.
 */
public class LedgerTable {

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final LeaseTable leases;
  private final LaneTable lanes;
  private final ParkedTable parked;

  public LedgerTable(JdbcClient jdbc, TransactionOperations transactions, LeaseTable leases) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.leases = leases;
    this.lanes = new LaneTable(jdbc);
    this.parked = new ParkedTable(jdbc);
  }

  /** The last row of a relay, {@link LedgerRow#NONE} before the first. */
  public LedgerRow last(String relay) {
    return jdbc.sql(
            """
            SELECT batch, fencing_value
            FROM outbox.dispatch_batch
            WHERE relay = :relay
            ORDER BY batch DESC
            LIMIT 1
            """)
        .param("relay", relay)
        .query((row, index) -> new LedgerRow(row.getLong("batch"), row.getLong("fencing_value")))
        .optional()
        .orElse(LedgerRow.NONE);
  }

  /** By which revision the stream was routed last, 0 before its first batch. */
  public long lastRevision(String relay) {
    return jdbc.sql(
            """
            SELECT subscription_revision
            FROM outbox.dispatch_batch
            WHERE relay = :relay AND scope = 'all'
            ORDER BY batch DESC
            LIMIT 1
            """)
        .param("relay", relay)
        .query(Long.class)
        .optional()
        .orElse(0L);
  }

  /** Which of the given numbers a batch of the stream covers; a superset of the intersection. */
  public SeqSet covered(String relay, SeqSet numbers) {
    return coverage(relay, numbers).numbers();
  }

  /** The batches of the stream that have any of the given numbers. */
  public Coverage coverage(String relay, SeqSet numbers) {
    return new Coverage(
        jdbc.sql(
                """
                SELECT seqs::text AS seqs, staged_from, staged_through
                FROM outbox.dispatch_batch
                WHERE relay = :relay AND scope = 'all' AND seqs && :numbers::int8multirange
                """)
            .param("relay", relay)
            .param("numbers", numbers.toString())
            .query((row, index) -> covering(row))
            .list());
  }

  /**
   * The given numbers under which there is a visible row that no batch of the stream published;
   * also those that another message had before. Asks for each row, and unfolds what batches say of
   * the numbers once: a joined batch may have thousands of ranges, too many to be read for each.
   */
  public SeqSet unpublished(String relay, SeqSet numbers) {
    return SeqSet.of(
        jdbc.sql(
                """
                -- Otherwise every row of the table is compared with the ledger before its number is.
                WITH staged AS MATERIALIZED (
                  SELECT m.seq, m.staged_at
                  FROM unnest(:numbers::int8multirange) AS r (span)
                  JOIN outbox.message m ON m.seq >= lower(r.span) AND m.seq < upper(r.span)),
                published AS MATERIALIZED (
                  SELECT n.seq, b.staged_from, b.staged_through
                  FROM outbox.dispatch_batch b
                  CROSS JOIN unnest(b.seqs * :numbers::int8multirange) AS r (span)
                  CROSS JOIN generate_series(lower(r.span), upper(r.span) - 1) AS n (seq)
                  WHERE b.relay = :relay AND b.scope = 'all'
                    AND b.seqs && :numbers::int8multirange)
                SELECT s.seq
                FROM staged s
                WHERE NOT EXISTS (
                  SELECT FROM published p
                  WHERE p.seq = s.seq
                    AND coalesce(s.staged_at BETWEEN p.staged_from AND p.staged_through, true))
                """)
            .param("relay", relay)
            .param("numbers", numbers.toString())
            .query(Long.class)
            .list());
  }

  private static CoveringBatch covering(ResultSet row) throws SQLException {
    OffsetDateTime from = row.getObject("staged_from", OffsetDateTime.class);
    return new CoveringBatch(
        SeqSet.parse(row.getString("seqs")),
        from == null
            ? null
            : new StagedSpan(
                from.toInstant(),
                row.getObject("staged_through", OffsetDateTime.class).toInstant()));
  }

  /**
   * Adds the row of a published batch.
   *
   * @throws dev.waybill.relay.lease.LeaseLostException when the token is stale; nothing is written
   */
  public void append(FencingToken token, BatchRecord record) {
    write(
        token,
        () -> {
          insert(record, record.seqs());
          follow(record);
        });
  }

  /**
   * Adds the row that a relay did not live to write, and keeps the messages that are not visible as
   * undecided. Writing it again changes nothing.
   *
   * @param visible the messages of the batch that the table shows
   */
  public void repair(FencingToken token, BatchRecord record, Collection<SeqId> visible) {
    write(
        token,
        () -> {
          insert(record, SeqSet.of(visible.stream().map(SeqId::seq).toList()));
          for (SeqId message : record.messages()) {
            if (!visible.contains(message)) {
              insertUndecided(record.key(), message);
            }
          }
          follow(record);
        });
  }

  /** What a batch says about single handlers, kept where it can be worked on. */
  private void follow(BatchRecord record) {
    lanes.leaveOut(record);
    parked.park(record);
    parked.unpark(record);
  }

  /**
   * Joins the next rows that are older than {@code keptApart}: of each revision the last takes the
   * numbers of the others, which go; who received a number is told by its revision, and stays
   * known. Rows that left a handler out, or parked something, stay as they are.
   *
   * @return how many rows were looked at; fewer than {@code limit} when no more are old enough
   */
  public int merge(FencingToken token, Duration keptApart, int limit) {
    AtomicInteger looked = new AtomicInteger();
    write(
        token,
        () -> {
          sayThatSpansAreJoined();
          looked.set(merge(token.relay(), keptApart, limit));
        });
    return looked.get();
  }

  /** Or the table's trigger would take it for the join of a relay that knows of no spans. */
  private void sayThatSpansAreJoined() {
    jdbc.sql("SELECT set_config('waybill.joins', 'spans', true)").query(String.class).single();
  }

  private int merge(String relay, Duration keptApart, int limit) {
    return jdbc.sql(
            """
            WITH piece AS MATERIALIZED (
              SELECT n.batch, n.subscription_revision, n.former_revisions, n.seqs, n.message_count,
                     n.staged_from, n.staged_through,
                     n.scope = 'all' AND n.left_out = '{}' AND n.parked = '[]' AS plain
              FROM (
                SELECT b.*
                FROM outbox.dispatch_batch b
                WHERE b.relay = :relay AND b.batch > (
                  SELECT i.merged_through FROM outbox.relay_installation i WHERE i.relay = :relay)
                ORDER BY b.batch
                LIMIT :limit) n
              WHERE n.dispatched_at < clock_timestamp() - make_interval(secs => :seconds)
                AND n.batch < coalesce(
                  (SELECT min(u.batch) FROM outbox.undecided_message u WHERE u.relay = :relay),
                  9223372036854775807)),
            joined AS (
              SELECT subscription_revision, former_revisions, max(batch) AS batch,
                     range_agg(seqs) AS seqs, sum(message_count) AS messages,
                     -- Where one does not know it, nobody does.
                     CASE WHEN bool_and(staged_from IS NOT NULL) THEN min(staged_from) END
                       AS staged_from,
                     CASE WHEN bool_and(staged_from IS NOT NULL) THEN max(staged_through) END
                       AS staged_through
              FROM piece WHERE plain GROUP BY subscription_revision, former_revisions),
            gone AS (
              DELETE FROM outbox.dispatch_batch d
              USING piece p JOIN joined j USING (subscription_revision, former_revisions)
              WHERE d.relay = :relay AND d.batch = p.batch AND p.plain AND p.batch < j.batch),
            kept AS (
              UPDATE outbox.dispatch_batch d
              SET seqs = j.seqs, message_count = j.messages, staged_from = j.staged_from,
                  staged_through = j.staged_through
              FROM joined j
              WHERE d.relay = :relay AND d.batch = j.batch),
            noted AS (
              UPDATE outbox.relay_installation
              SET merged_through = (SELECT max(batch) FROM piece)
              WHERE relay = :relay AND EXISTS (SELECT FROM piece))
            SELECT count(*) FROM piece
            """)
        .param("relay", relay)
        .param("seconds", keptApart.toSeconds())
        .param("limit", limit)
        .query(Integer.class)
        .single();
  }

  /** Messages whose fate is open. */
  public List<UndecidedMessage> undecided(String relay) {
    return jdbc.sql(
            "SELECT message_id, seq, batch FROM outbox.undecided_message WHERE relay = :relay")
        .param("relay", relay)
        .query(
            (row, index) ->
                new UndecidedMessage(
                    new SeqId(
                        row.getLong("seq"), new MessageId(row.getObject("message_id", UUID.class))),
                    row.getLong("batch")))
        .list();
  }

  /** Undecided messages whose commit is certain: their batch covers them from now on. */
  public void confirm(FencingToken token, Collection<UndecidedMessage> committed) {
    write(
        token,
        () -> {
          for (UndecidedMessage message : committed) {
            cover(token.relay(), message);
            forget(token.relay(), message);
          }
        });
  }

  /** Undecided messages whose transaction was lost after they were published. */
  public void giveUp(FencingToken token, Collection<UndecidedMessage> lost) {
    write(token, () -> lost.forEach(message -> forget(token.relay(), message)));
  }

  /** Handlers with a batch that left them out and is not made good. */
  public List<String> behind(String relay) {
    return lanes.behind(relay);
  }

  /** Every batch up to {@code batch} that left the handler out was made good. */
  public void madeGood(FencingToken token, String handler, long batch) {
    write(token, () -> lanes.goodThrough(token.relay(), handler, batch));
  }

  /** A handler's lane waits, for a reason that people may read. */
  public void blocked(FencingToken token, String handler, String reason) {
    write(token, () -> lanes.block(token.relay(), handler, reason));
  }

  /** Nobody's lane is known to wait, as at the start of a session. */
  public void unblocked(FencingToken token) {
    write(token, () -> lanes.unblockAll(token.relay()));
  }

  /** A handler has caught up: what it is left out of from now on counts anew. */
  public void rejoined(FencingToken token, String handler) {
    write(token, () -> lanes.rejoin(token.relay(), handler));
  }

  /** A handler's lane does not wait any more. */
  public void unblocked(FencingToken token, String handler) {
    write(token, () -> lanes.unblock(token.relay(), handler));
  }

  private void write(FencingToken token, Runnable statements) {
    transactions.executeWithoutResult(
        status -> {
          leases.guard(token);
          statements.run();
        });
  }

  private void insert(BatchRecord record, SeqSet seqs) {
    StagedSpan span = record.span();
    // ON CONFLICT: repair may find the row that its predecessor's late commit wrote.
    jdbc.sql(
            """
            INSERT INTO outbox.dispatch_batch (
              relay, batch, fencing_value, system_identifier, subscription_revision, former_revisions,
              scope, left_out, seqs, message_count, staged_from, staged_through, parked, unparked)
            VALUES (
              :relay, :batch, :fencingValue, :systemIdentifier, :revision, :formers,
              :scope, :leftOut, :seqs::int8multirange, :messages, :from::timestamptz,
              :through::timestamptz, :parked::jsonb, :unparked::jsonb)
            ON CONFLICT (relay, batch) DO NOTHING
            """)
        .param("relay", record.key().relay())
        .param("batch", record.key().batch())
        .param("fencingValue", record.key().fencingValue())
        .param("systemIdentifier", record.key().systemIdentifier())
        .param("revision", record.route().revisions().newest())
        .param("formers", record.route().revisions().formers().toArray(Long[]::new))
        .param("scope", record.route().scope())
        .param("leftOut", record.route().leftOut().toArray(String[]::new))
        .param("seqs", seqs.toString())
        .param("messages", record.messages().size())
        .param("from", span == null ? null : inUtc(span.from()))
        .param("through", span == null ? null : inUtc(span.through()))
        .param("parked", BatchRecordJson.writeParked(record.parked()))
        .param("unparked", BatchRecordJson.writeUnparked(record.unparked()))
        .update();
  }

  private static OffsetDateTime inUtc(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }

  private void insertUndecided(BatchRecord.BatchKey key, SeqId message) {
    jdbc.sql(
            """
            INSERT INTO outbox.undecided_message (relay, message_id, seq, batch)
            VALUES (:relay, :id, :seq, :batch)
            ON CONFLICT (relay, message_id) DO NOTHING
            """)
        .param("relay", key.relay())
        .param("id", message.id().value())
        .param("seq", message.seq())
        .param("batch", key.batch())
        .update();
  }

  private void cover(String relay, UndecidedMessage message) {
    jdbc.sql(
            """
            UPDATE outbox.dispatch_batch
            SET seqs = seqs + int8multirange(int8range(:seq, :seq, '[]'))
            WHERE relay = :relay AND batch = :batch
            """)
        .param("relay", relay)
        .param("batch", message.batch())
        .param("seq", message.message().seq())
        .update();
  }

  private void forget(String relay, UndecidedMessage message) {
    jdbc.sql("DELETE FROM outbox.undecided_message WHERE relay = :relay AND message_id = :id")
        .param("relay", relay)
        .param("id", message.message().id().value())
        .update();
  }
}

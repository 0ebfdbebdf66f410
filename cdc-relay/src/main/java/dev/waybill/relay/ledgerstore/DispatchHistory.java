package dev.waybill.relay.ledgerstore;

import dev.waybill.relay.ledger.RoutedBy;
import dev.waybill.relay.ledger.SeqSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reads {@code outbox.dispatch_batch} for one relay: under which revision numbers were dispatched
 * to all, and which were dispatched to one handler alone.
 */
public final class DispatchHistory {

  private final JdbcClient jdbc;
  private final String relay;

  public DispatchHistory(JdbcClient jdbc, String relay) {
    this.jdbc = jdbc;
    this.relay = relay;
  }

  /** The batches of the stream that have any of the numbers. */
  public List<ToAll> toAll(SeqSet numbers) {
    return jdbc.sql(
            """
            SELECT subscription_revision, former_revisions, seqs::text AS seqs
            FROM outbox.dispatch_batch
            WHERE relay = :relay AND scope = 'all' AND seqs && :numbers::int8multirange
            """)
        .param("relay", relay)
        .param("numbers", numbers.toString())
        .query(
            (row, index) ->
                new ToAll(
                    new RoutedBy(
                        row.getLong("subscription_revision"),
                        List.of((Long[]) row.getArray("former_revisions").getArray())),
                    SeqSet.parse(row.getString("seqs"))))
        .list();
  }

  /** The batches to one handler alone that have any of the numbers. */
  public List<ToOne> toOne(String handler, SeqSet numbers) {
    return jdbc.sql(
            """
            SELECT batch, seqs::text AS seqs
            FROM outbox.dispatch_batch
            WHERE relay = :relay AND scope <> 'all' AND scope = :handler
              AND seqs && :numbers::int8multirange
            """)
        .param("relay", relay)
        .param("handler", handler)
        .param("numbers", numbers.toString())
        .query((row, index) -> new ToOne(row.getLong("batch"), SeqSet.parse(row.getString("seqs"))))
        .list();
  }

  /** The greatest number that was dispatched to all; 0 before the first. */
  public long lastToAll() {
    return jdbc.sql(
            """
            SELECT coalesce(max(upper(seqs)) - 1, 0)
            FROM outbox.dispatch_batch
            WHERE relay = :relay AND scope = 'all'
            """)
        .param("relay", relay)
        .query(Long.class)
        .single();
  }

  /**
   * A number above {@code seq} that a handler was sent, if there is one: in a batch to it alone, or
   * of one of its types in a batch of the stream that did not leave it out.
   *
   * @param active the revisions under which the handler received copies
   * @param types those that it received then
   */
  public Optional<Long> sentAfter(
      long seq, String handler, Collection<Long> active, Collection<String> types) {
    return jdbc.sql(
            """
            (SELECT upper(b.seqs) - 1 AS number
             FROM outbox.dispatch_batch b
             WHERE b.relay = :relay AND b.scope <> 'all' AND b.scope = :handler
               AND upper(b.seqs) - 1 > :seq
             LIMIT 1)
            UNION ALL
            (SELECT m.seq
             FROM outbox.dispatch_batch b, unnest(b.seqs) AS span (numbers)
             JOIN outbox.message m
               ON m.seq >= lower(span.numbers) AND m.seq < upper(span.numbers)
             WHERE b.relay = :relay AND b.scope = 'all'
               AND (b.subscription_revision = ANY (:active) OR b.former_revisions && :active)
               AND NOT :handler = ANY (b.left_out)
               AND upper(b.seqs) - 1 > :seq AND m.seq > :seq AND m.type = ANY (:types)
             LIMIT 1)
            LIMIT 1
            """)
        .param("relay", relay)
        .param("handler", handler)
        .param("seq", seq)
        .param("active", active.toArray(Long[]::new))
        .param("types", types.toArray(String[]::new))
        .query(Long.class)
        .optional();
  }

  /** Whether rows that were dispatched are not in {@code outbox.message} any more. */
  public boolean dropped() {
    return jdbc.sql(
            """
            SELECT EXISTS (
              SELECT FROM outbox.dispatch_batch
              WHERE relay = :relay AND scope = 'all'
                AND lower(seqs) < coalesce(
                  (SELECT min(seq) FROM outbox.message), 9223372036854775807))
            """)
        .param("relay", relay)
        .query(Boolean.class)
        .single();
  }

  /** How many messages went to all, and how many copies to single handlers, after a batch. */
  public Sums since(long batch) {
    return jdbc.sql(
            """
            SELECT coalesce(sum(message_count) FILTER (WHERE scope = 'all'), 0) AS to_all,
                   coalesce(sum(message_count) FILTER (WHERE scope <> 'all'), 0) AS to_one
            FROM outbox.dispatch_batch
            WHERE relay = :relay AND batch > :batch
            """)
        .param("relay", relay)
        .param("batch", batch)
        .query((row, index) -> new Sums(row.getLong("to_all"), row.getLong("to_one")))
        .single();
  }

  /**
   * A batch of the stream.
   *
   * @param revisions by which it was routed
   */
  public record ToAll(RoutedBy revisions, SeqSet seqs) {}

  /** A batch to one handler. */
  public record ToOne(long batch, SeqSet seqs) {}

  /**
   * What was dispatched.
   *
   * @param toAll messages of the stream
   * @param toOne copies to single handlers: made good, parked before, or backfilled
   */
  public record Sums(long toAll, long toOne) {}
}

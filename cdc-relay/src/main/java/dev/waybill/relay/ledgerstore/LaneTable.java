package dev.waybill.relay.ledgerstore;

import dev.waybill.relay.ledger.BatchRecord;
import dev.waybill.relay.ledger.RoutedBy;
import dev.waybill.relay.ledger.SeqSet;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Owns {@code outbox.relay_lane}: which handlers were left out of batches, and up to which batch
 * that was made good. Writes belong into a transaction that holds the lease.
 */
public final class LaneTable {

  private final JdbcClient jdbc;

  public LaneTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Remembers the handlers that a batch left out. Doing it again changes nothing. */
  void leaveOut(BatchRecord record) {
    for (String handler : record.route().leftOut()) {
      jdbc.sql(
              """
              INSERT INTO outbox.relay_lane AS lane (relay, handler, good_through, behind)
              VALUES (:relay, :handler, :goodThrough, true)
              ON CONFLICT (relay, handler) DO UPDATE
              SET good_through = excluded.good_through, behind = true
              WHERE NOT lane.behind
              """)
          .param("relay", record.key().relay())
          .param("handler", handler)
          .param("goodThrough", record.key().batch() - 1)
          .update();
    }
  }

  /** Handlers with a batch that left them out and is not made good. */
  public List<String> behind(String relay) {
    return jdbc.sql(
            """
            SELECT handler FROM outbox.relay_lane WHERE relay = :relay AND behind
            """)
        .param("relay", relay)
        .query(String.class)
        .list();
  }

  /**
   * The oldest batches that left a handler out and are not made good, by batch, each with the
   * numbers that were not dispatched to the handler since. Stops before a batch with undecided
   * messages, whose numbers may still grow.
   */
  public List<LaneGap> gaps(String relay, String handler, int limit) {
    return jdbc.sql(
            """
            SELECT b.batch, b.subscription_revision, b.former_revisions,
                   (b.seqs - coalesce((
                     SELECT range_agg(s.seqs)
                     FROM outbox.dispatch_batch s
                     WHERE s.relay = b.relay AND s.scope <> 'all' AND s.scope = :handler
                       AND s.seqs && b.seqs), '{}'))::text AS seqs
            FROM outbox.dispatch_batch b
            JOIN outbox.relay_lane l ON l.relay = b.relay AND l.handler = :handler
            WHERE b.relay = :relay AND b.left_out <> '{}' AND b.batch > l.good_through
              AND :handler = ANY (b.left_out)
              AND b.batch < coalesce((
                SELECT min(u.batch) FROM outbox.undecided_message u
                WHERE u.relay = :relay AND u.batch > l.good_through), 9223372036854775807)
            ORDER BY b.batch
            LIMIT :limit
            """)
        .param("relay", relay)
        .param("handler", handler)
        .param("limit", limit)
        .query((row, index) -> gap(row))
        .list();
  }

  /** Whether a batch that left a handler out has undecided messages, which are awaited. */
  public boolean undecided(String relay, String handler) {
    return jdbc.sql(
            """
            SELECT EXISTS (
              SELECT FROM outbox.undecided_message u
              JOIN outbox.relay_lane l ON l.relay = u.relay AND l.handler = :handler
              WHERE u.relay = :relay AND u.batch > l.good_through)
            """)
        .param("relay", relay)
        .param("handler", handler)
        .query(Boolean.class)
        .single();
  }

  /** Every batch up to {@code batch} that left the handler out was made good. */
  void goodThrough(String relay, String handler, long batch) {
    jdbc.sql(
            """
            UPDATE outbox.relay_lane SET good_through = :batch
            WHERE relay = :relay AND handler = :handler AND good_through < :batch
            """)
        .param("relay", relay)
        .param("handler", handler)
        .param("batch", batch)
        .update();
  }

  /** A handler that was behind is not any more. */
  void rejoin(String relay, String handler) {
    jdbc.sql(
            """
            UPDATE outbox.relay_lane SET behind = false
            WHERE relay = :relay AND handler = :handler
            """)
        .param("relay", relay)
        .param("handler", handler)
        .update();
  }

  /** Nobody's lane waits. */
  void unblockAll(String relay) {
    jdbc.sql(
            """
            UPDATE outbox.relay_lane SET blocked_since = NULL, reason = NULL
            WHERE relay = :relay AND reason IS NOT NULL
            """)
        .param("relay", relay)
        .update();
  }

  /** Shows people why a lane waits. */
  void block(String relay, String handler, String reason) {
    jdbc.sql(
            """
            INSERT INTO outbox.relay_lane (relay, handler, good_through, blocked_since, reason)
            VALUES (
              :relay, :handler,
              coalesce((SELECT max(batch) FROM outbox.dispatch_batch WHERE relay = :relay), 0),
              clock_timestamp(), :reason)
            ON CONFLICT (relay, handler) DO UPDATE
            SET blocked_since = coalesce(relay_lane.blocked_since, excluded.blocked_since),
                reason = excluded.reason
            """)
        .param("relay", relay)
        .param("handler", handler)
        .param("reason", reason)
        .update();
  }

  /** A lane's topic takes records again. */
  void unblock(String relay, String handler) {
    jdbc.sql(
            """
            UPDATE outbox.relay_lane SET blocked_since = NULL, reason = NULL
            WHERE relay = :relay AND handler = :handler AND reason IS NOT NULL
            """)
        .param("relay", relay)
        .param("handler", handler)
        .update();
  }

  private static LaneGap gap(ResultSet row) throws SQLException {
    return new LaneGap(
        row.getLong("batch"),
        new RoutedBy(
            row.getLong("subscription_revision"),
            List.of((Long[]) row.getArray("former_revisions").getArray())),
        SeqSet.parse(row.getString("seqs")));
  }

  /**
   * What a batch left out for a handler.
   *
   * @param revisions by which the batch was routed
   * @param seqs numbers of the batch, not only of messages for the handler
   */
  public record LaneGap(long batch, RoutedBy revisions, SeqSet seqs) {}
}

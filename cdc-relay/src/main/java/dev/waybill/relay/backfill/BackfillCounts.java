package dev.waybill.relay.backfill;

import dev.waybill.relay.backfill.BackfillPlan.TypeCount;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** Counts what a backfill would send, for at most ten seconds. */
final class BackfillCounts {

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final String relay;

  BackfillCounts(JdbcClient jdbc, TransactionOperations transactions, String relay) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.relay = relay;
  }

  /**
   * Messages of one type that were dispatched and not to the handler, by version.
   *
   * @param received revisions under which the handler received the type
   * @param visibilities that the handler may see
   * @return null when it takes too long
   */
  @Nullable List<TypeCount> count(
      String handler,
      String type,
      Collection<Long> received,
      Collection<String> visibilities,
      Instant from,
      @Nullable Instant to) {
    try {
      return Objects.requireNonNull(
          transactions.execute(
              status -> {
                jdbc.sql("SELECT set_config('statement_timeout', '10000', true)")
                    .query(String.class)
                    .single();
                return counted(handler, type, received, visibilities, from, to);
              }));
    } catch (QueryTimeoutException e) {
      return null;
    }
  }

  private List<TypeCount> counted(
      String handler,
      String type,
      Collection<Long> received,
      Collection<String> visibilities,
      Instant from,
      @Nullable Instant to) {
    return jdbc.sql(
            """
            WITH wanted AS (
              SELECT coalesce(range_agg(seqs) FILTER (
                       WHERE scope = 'all' AND NOT subscription_revision = ANY (:received)
                         AND NOT former_revisions && :received), '{}')
                   - coalesce(range_agg(seqs) FILTER (WHERE scope = :handler), '{}') AS spans
              FROM outbox.dispatch_batch
              WHERE relay = :relay AND scope IN ('all', :handler))
            SELECT m.schema_version, count(*) AS messages
            FROM wanted, unnest(wanted.spans) AS span (numbers)
            JOIN outbox.message m
              ON m.seq >= lower(span.numbers) AND m.seq < upper(span.numbers)
            WHERE m.type = :type AND m.visibility = ANY (:visibilities)
              AND m.staged_at >= :from AND (:to::timestamptz IS NULL OR m.staged_at < :to)
            GROUP BY m.schema_version
            ORDER BY m.schema_version
            """)
        .param("relay", relay)
        .param("handler", handler)
        .param("received", received.toArray(Long[]::new))
        .param("visibilities", visibilities.toArray(String[]::new))
        .param("type", type)
        .param("from", from.atOffset(ZoneOffset.UTC))
        .param("to", timestamp(to))
        .query(
            (row, index) ->
                new TypeCount(type, row.getInt("schema_version"), row.getLong("messages")))
        .list();
  }

  private static @Nullable OffsetDateTime timestamp(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
